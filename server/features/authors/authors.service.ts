import { type Author, AuthorChanges, AuthorFields } from '#contracts/author.ts'
import type { ListQuery, Page } from '#contracts/list.ts'
import type { ItemDeps } from '#server/features/items/item-deps.ts'
import { createItemService, type ItemKind } from '#server/features/items/items.service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { HandleBatch } from '#server/platform/lists/read-list.ts'
import { prepareImage } from '#server/platform/media/preparation/prepare-image.ts'
import type { AuthorProfile, AuthorRow, AuthorStore } from './authors.store.ts'

/** As they are sent or stored: a link that is null, empty or missing is none. */
type Fields = Pick<AuthorFields, 'name' | 'bio'> & Omit<AuthorChanges, 'name' | 'bio' | 'updatedAt'>
export type AuthorService = ReturnType<typeof createAuthorService>

/** How many books carry each name as their author's. */
export type CountBooks = (names: string[], transaction?: Transaction) => Promise<Map<string, number>>

export function createAuthorService(store: AuthorStore, { publish, record, countBooks, limits }: ItemDeps & { countBooks: CountBooks }) {
  const kind: ItemKind<Fields, Author, AuthorRow, 'photo'> = {
    noun: 'author',
    label: 'author',
    fields: AuthorFields,
    changes: AuthorChanges,
    assets: {
      photo: { column: 'photoId', missing: 'Choose a photo.', prepare: (file) => prepareImage(file, { pixelLimit: limits.imagePixels }) },
    },
    nameOf: ({ name }) => name,
    toFields: ({ name, bio, socialLinks }) => ({ name, bio, ...socialLinks }),
    // A link that is sent empty is removed.
    toColumns: ({ name, bio, ...links }) => ({ name, bio, socialLinks: withoutEmpty(links) }),
  }

  async function withBooks(profiles: AuthorProfile[], transaction?: Transaction): Promise<Author[]> {
    const counts = await countBooks(
      profiles.map((profile) => profile.name),
      transaction,
    )
    return profiles.map((profile) => ({ ...profile, books: counts.get(profile.name) ?? 0 }))
  }

  async function find(id: string): Promise<Author | undefined> {
    const profile = await store.find(id)
    return profile && (await withBooks([profile]))[0]
  }

  return {
    list: async (query: ListQuery): Promise<Page<Author>> => {
      const page = await store.list(query)
      return { ...page, items: await withBooks(page.items) }
    },
    latest: store.latest,
    listAll: (query: ListQuery, take: HandleBatch<Author>): Promise<void> =>
      store.listAll(query, async (profiles, transaction) => take(await withBooks(profiles, transaction), transaction)),
    ...createItemService(kind, { store: { ...store, find }, publish, record }),
  }
}

function withoutEmpty(links: Record<string, string | null | undefined>): Author['socialLinks'] {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link))
}
