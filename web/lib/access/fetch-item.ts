import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import type { ItemKey } from './item-access.ts'

/** An item with the details that lists omit. */
export type DetailedItem = { kind: 'book'; item: CatalogueBookDetails } | { kind: 'podcast'; item: PodcastDetails }

export async function fetchItem({ kind, id }: ItemKey, signal?: AbortSignal): Promise<DetailedItem> {
  return kind === 'book'
    ? { kind, item: await browserApi.getBook(id, { signal: signal ?? null }) }
    : { kind, item: await browserApi.getPodcast(id, { signal: signal ?? null }) }
}

/** Fetches an item by its key. Undefined while loading, null on failure. */
export function useItem({ kind, id }: ItemKey): DetailedItem | null | undefined {
  const { value } = useFetched(`${kind} ${id}`, (signal) => fetchItem({ kind, id }, signal))
  if (value === 'loading') return undefined
  return typeof value === 'string' ? null : value
}
