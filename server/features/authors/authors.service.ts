import { dirname } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { type Author, AuthorChanges, AuthorFields, SOCIAL_NETWORKS } from '#contracts/author.ts'
import type { ListQuery, Page } from '#contracts/list.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { refuseStale } from '#server/platform/database/refuse-stale.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { HandleBatch } from '#server/platform/lists/read-all.ts'
import type { MultipartForm } from '#server/platform/media/intake/multipart-form.ts'
import type { UploadedFile } from '#server/platform/media/intake/uploaded-file.ts'
import { prepareImage } from '#server/platform/media/preparation/prepare-image.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import { notFound } from '#server/platform/problems.ts'
import type { AuthorProfile, AuthorStore } from './authors.store.ts'

export type AuthorForm = MultipartForm<'photo'>
export type AuthorService = ReturnType<typeof createAuthorService>

/** `countBooks` answers how many books carry each name as their author's. */
export function createAuthorService({
  store,
  publish,
  record,
  countBooks,
  pixelLimit,
}: {
  store: AuthorStore
  publish: PublishToCatalogue
  record: RecordAction
  countBooks: (names: string[], transaction?: Transaction) => Promise<Map<string, number>>
  pixelLimit: number
}) {
  // Beside the upload, so that what isn't published goes with it.
  const preparePhoto = (file: UploadedFile) => prepareImage(file, { folder: dirname(file.path), pixelLimit })

  async function withBooks(profiles: AuthorProfile[], transaction?: Transaction): Promise<Author[]> {
    const counts = await countBooks(
      profiles.map((profile) => profile.name),
      transaction,
    )
    return profiles.map((profile) => ({ ...profile, books: counts.get(profile.name) ?? 0 }))
  }

  async function get(id: string): Promise<Author> {
    const profile = await store.find(id)
    const [author] = profile ? await withBooks([profile]) : []
    if (!author) throw notFound('author')
    return author
  }

  return {
    list: async (query: ListQuery): Promise<Page<Author>> => {
      const page = await store.list(query)
      return { ...page, items: await withBooks(page.items) }
    },
    latest: store.latest,
    listAll: (query: ListQuery, take: HandleBatch<Author>): Promise<void> =>
      store.listAll(query, async (profiles, transaction) => take(await withBooks(profiles, transaction), transaction)),
    get,

    add: async ({ fields, files }: AuthorForm, { id = uuidv7(), by }: { id?: string; by?: Actor | undefined } = {}): Promise<Author> => {
      const { name, bio, ...links } = parseFields(AuthorFields, fields, files.photo ? [] : [{ field: 'photo', message: 'Choose a photo.' }])
      if (!files.photo) throw new Error('A missing photo passed the check')
      const photo = await preparePhoto(files.photo)
      await publish(async ({ transaction, add }) => {
        await store.insert(transaction, { id, name, bio, socialLinks: withoutEmpty(links), photoId: await add(photo) })
        await record(transaction, { noun: 'author', verb: 'added', subject: { id, name }, by })
      })
      return get(id)
    },

    /** A link that is sent empty is removed; one that is not sent stays. */
    change: async (id: string, { fields, files }: AuthorForm, { by }: { by?: Actor | undefined } = {}): Promise<Author> => {
      const { name, bio, updatedAt, ...links } = parseFields(AuthorChanges, fields)
      refuseStale('author', (await get(id)).updatedAt, updatedAt)
      const photo = files.photo && (await preparePhoto(files.photo))
      await publish(async ({ transaction, add, drop }) => {
        const current = await store.lock(transaction, id)
        if (!current) throw notFound('author')
        refuseStale('author', current.updatedAt, updatedAt)
        const sent = Object.fromEntries(SOCIAL_NETWORKS.filter((network) => network in fields).map((network) => [network, links[network]]))
        const photoId = photo && (await add(photo))
        await store.update(transaction, id, {
          ...(name !== undefined && { name }),
          ...(bio !== undefined && { bio }),
          socialLinks: withoutEmpty({ ...current.socialLinks, ...sent }),
          ...(photoId && { photoId }),
        })
        if (photoId) await drop(current.photoId)
        const known = { ...current.socialLinks, name: current.name, bio: current.bio }
        const changes = [...changesBetween(known, { name, bio, ...sent }), ...replaced(files)]
        if (changes.length > 0)
          await record(transaction, { noun: 'author', verb: 'changed', subject: { id, name: name ?? current.name }, changes, by })
      })
      return get(id)
    },

    remove: async (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> => {
      await publish(async ({ transaction, drop }) => {
        const author = await store.lock(transaction, id)
        if (!author) throw notFound('author')
        await store.remove(transaction, id)
        await drop(author.photoId)
        await record(transaction, { noun: 'author', verb: 'deleted', subject: { id, name: author.name }, by })
      })
    },
  }
}

function withoutEmpty(links: Record<string, string | null | undefined>): Author['socialLinks'] {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link))
}
