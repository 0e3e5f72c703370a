import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import { ApiError, type CatalogueBookDetails, createApi } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { audiobookOf } from './audiobook.ts'
import { requestAsClient } from './client-id.ts'
import type { ItemKey } from './item-access.ts'

/** Book, podcast episode or audiobook with the details that lists omit. */
export type DetailedItem = { kind: 'book'; item: CatalogueBookDetails } | { kind: 'podcast' | 'audiobook'; item: PodcastDetails }

export async function fetchItem({ kind, id }: ItemKey, signal?: AbortSignal): Promise<DetailedItem> {
  try {
    return await read(browserApi, { kind, id }, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 410].includes(error.problem.status)) throw error
    return fetchOwnedItem({ kind, id }, signal)
  }
}

/** Fetches an item that this browser owns, by its id or slug. Owners keep access to withdrawn and deleted items through this API path. */
export function fetchOwnedItem(key: ItemKey, signal?: AbortSignal): Promise<DetailedItem> {
  const asOwner = createApi({
    base: browserApi.base,
    fetch: (address, init) => requestAsClient(`/owned-items${address.slice(browserApi.base.length)}`, init),
  })
  return read(asOwner, key, signal)
}

async function read(
  api: Pick<typeof browserApi, 'getBook' | 'getPodcast'>,
  { kind, id }: ItemKey,
  signal?: AbortSignal,
): Promise<DetailedItem> {
  const init = { signal: signal ?? null }
  if (kind === 'podcast') return { kind, item: await api.getPodcast(id, init) }
  const book = await api.getBook(id, init)
  if (kind === 'book') return { kind, item: book }
  const item = audiobookOf(book)
  if (!item) {
    const instance = `/books/${id}`
    throw new ApiError({ type: 'about:blank', title: 'No audiobook', status: 404, instance, code: 'not_found', requestId: '' })
  }
  return { kind, item }
}

/** Fetches an item by its key. Returns undefined while loading and null on failure. */
export function useItem({ kind, id }: ItemKey): DetailedItem | null | undefined {
  const { value } = useFetched(`${kind} ${id}`, (signal) => fetchItem({ kind, id }, signal))
  if (value === 'loading') return undefined
  return typeof value === 'string' ? null : value
}
