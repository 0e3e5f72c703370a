import { type Author, AuthorChanges, AuthorFields, authorForm } from '#contracts/catalogue/author.ts'
import type { AuthorQuery, Page } from '#contracts/common/list.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import type { ItemKind } from '#server/catalogue/items/item-kind.ts'
import { createItemService } from '#server/catalogue/items/items.service.ts'
import { prepareImage } from '#server/media/processing/prepare-image.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Reader, Transaction } from '#server/platform/database/database.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { HandleBatch } from '#server/platform/lists/read-list.ts'
import type { AuthorProfile, AuthorRow, AuthorStore } from './authors.store.ts'

export type AuthorService = ReturnType<typeof createAuthorService>

/** Returns the time of the last change of a public book, for each author name. */
type FindLastBookChange = (names: string[]) => Promise<Map<string, string>>

/** Returns the number of books in public lists, for each author name. */
type CountBooks = (names: string[], reader?: Reader) => Promise<Map<string, number>>

/** Replaces the author name `from` in all books of that author, in every state and in the bin. Returns the number of changed books. */
type RenameInBooks = (transaction: Transaction, from: string, to: string) => Promise<number>

/** Changes the founder's name on the site if `from` is that name. Returns whether it was changed. */
export type RenameFounder = (transaction: Transaction, name: { from: string; to: string }, by?: Actor) => Promise<boolean>

type AuthorServiceDeps = ItemDeps & {
  countBooks: CountBooks
  findLastBookChange: FindLastBookChange
  renameInBooks: RenameInBooks
  renameFounder: RenameFounder
}

export function createAuthorService(
  store: AuthorStore,
  { countBooks, findLastBookChange, renameInBooks, renameFounder, ...deps }: AuthorServiceDeps,
) {
  const kind: ItemKind<{ fields: AuthorFields; item: Author; details: Author; row: AuthorRow; file: 'photo' }> = {
    noun: 'author',
    shopTime: deps.shopTime,
    label: 'author',
    form: authorForm,
    fields: AuthorFields,
    changes: AuthorChanges.omit({ renameBooks: true }),
    assets: {
      photo: {
        place: { column: 'photoId' },
        prepare: (file) => prepareImage(file, { pixelLimit: deps.limits.imagePixels }),
      },
    },
    nameOf: ({ name }) => name,
    toFields: ({ socialLinks: { facebook, twitter, instagram, linkedin } }) => ({ facebook, twitter, instagram, linkedin }),
    toShown: ({ name, picture }) => ({ shape: 'portrait', title: name, categories: [], picture, label: 'Author', isFree: false }),
    // Links that are sent empty are removed from the author.
    toColumns: ({ facebook, twitter, instagram, linkedin }) => ({ socialLinks: withoutEmpty({ facebook, twitter, instagram, linkedin }) }),
    readMore: async ({ fields }, before) => {
      const { name, renameBooks } = parseFields(AuthorChanges.pick({ name: true, renameBooks: true }), fields)
      if (!before || renameBooks !== 'true' || name === undefined || name === before.name) return undefined
      return {
        save: async (transaction, _id, by) => {
          const renamed = await renameInBooks(transaction, before.name, name)
          // The founder's page lists the books with the founder's name, so the name is changed there too.
          const isFounder = await renameFounder(transaction, { from: before.name, to: name }, by)
          return [
            ...(renamed > 0 ? [{ field: 'renamedBooks', to: String(renamed) }] : []),
            ...(isFounder ? [{ field: 'renamedFounder', to: name }] : []),
          ]
        },
      }
    },
  }

  async function withBooks(profiles: AuthorProfile[], reader?: Reader): Promise<Author[]> {
    const counts = await countBooks(
      profiles.map((profile) => profile.name),
      reader,
    )
    return profiles.map((profile) => ({ ...profile, books: counts.get(profile.name) ?? 0 }))
  }

  async function find(id: string, reader?: Reader): Promise<Author | undefined> {
    const profile = await store.find(id, reader)
    return profile && (await withBooks([profile], reader))[0]
  }

  const findMany = async (ids: string[], reader?: Reader) => withBooks(await store.findMany(ids, reader), reader)

  return {
    list: async (query: AuthorQuery): Promise<Page<Author>> => {
      const page = await store.list(query)
      return { ...page, items: await withBooks(page.items) }
    },
    latest: store.latest,
    findIds: store.findIds,
    findNames: store.findNames,
    /** A change of an author's books counts as a change of the author, since the author's page lists the books. */
    listForSitemap: async (page: number) => {
      const profiles = await store.listForSitemap(page)
      const changes = await findLastBookChange(profiles.map(({ name }) => name))
      return profiles.map(({ slug, name, photo: image, updatedAt }) => {
        const changed = changes.get(name)
        const isLater = changed !== undefined && changed > updatedAt
        return { slug, image, updatedAt: isLater ? changed : updatedAt }
      })
    },
    listAll: (query: AuthorQuery, take: HandleBatch<Author>): Promise<void> =>
      store.listAll(query, async (profiles, reader) => take(await withBooks(profiles, reader), reader)),
    ...createItemService({ ...deps, kind, store: { ...store, find, findMany } }, deps),
  }
}

function withoutEmpty(links: Record<string, string | null | undefined>): Author['socialLinks'] {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link))
}
