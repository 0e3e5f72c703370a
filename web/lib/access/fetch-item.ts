import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import type { ItemKey, OpenableItem } from './item-access.ts'

export async function fetchItem({ kind, id }: ItemKey, signal: AbortSignal): Promise<OpenableItem> {
  return kind === 'book'
    ? { kind, item: await browserApi.getBook(id, { signal }) }
    : { kind, item: await browserApi.getPodcast(id, { signal }) }
}

/** Fetches an item by its key. Undefined while loading, null on failure. */
export function useItem({ kind, id }: ItemKey): OpenableItem | null | undefined {
  const { value } = useFetched(`${kind} ${id}`, (signal) => fetchItem({ kind, id }, signal))
  if (value === 'loading') return undefined
  return typeof value === 'string' ? null : value
}
