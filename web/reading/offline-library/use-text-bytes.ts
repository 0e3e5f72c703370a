import { withPath } from '#contracts/common/media-url.ts'
import type { BookReflow, ServedBookPages } from '#contracts/reading/book-reflow.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { renewItemFile } from '#web/lib/access/item-file.ts'
import { useFetched } from '#web/lib/use-fetched.ts'

/** Factor for the JSON around the characters: paragraph kinds, styles, pages */
const OVERHEAD = 1.2

/** Returns the estimated download size of a book's reflowable text; null while it is unknown, and when there is none. */
export function useTextBytes(product: DetailedItem): number | null {
  const { value } = useFetched(product.item.id, async (signal) => {
    if (product.kind !== 'book' || product.item.encrypted) return null
    const file = await renewItemFile(product)
    const pages = await fetchJson<ServedBookPages>(withPath(file, '/pages'), signal)
    if (!pages?.hasFlow) return null
    const reflow = await fetchJson<BookReflow>(withPath(file, '/pages/flow'), signal)
    return reflow ? Math.round(reflow.parts.reduce((sum, { characters }) => sum + characters, 0) * OVERHEAD) : null
  })
  return typeof value === 'number' ? value : null
}

async function fetchJson<Answer>(url: string, signal: AbortSignal): Promise<Answer | undefined> {
  const response = await fetch(url, { signal })
  return response.ok ? (response.json() as Promise<Answer>) : undefined
}
