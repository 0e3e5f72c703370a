import { browserApi } from '#web/lib/api/browser-api.ts'
import type { Product, ProductKey } from './item-access.ts'

export async function fetchProduct({ kind, id }: ProductKey, signal: AbortSignal): Promise<Product> {
  return kind === 'book'
    ? { kind, item: await browserApi.getBook(id, { signal }) }
    : { kind, item: await browserApi.getPodcast(id, { signal }) }
}
