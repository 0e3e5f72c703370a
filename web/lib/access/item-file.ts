import type { CatalogueBook } from '#web/lib/api/api.ts'
import { readCurrency } from '#web/lib/currency.ts'
import type { OpenableItem } from './item-access.ts'
import { fetchNextAction } from './next-action.ts'

/** What of a book this browser may read. */
export type ReadablePart = 'free' | 'owned' | 'preview'

/** The URL of an item's file without a grant, which opens when it is free. */
export function publicFileUrl(product: OpenableItem): string {
  return product.kind === 'book' ? product.item.pdfUrl : product.item.audioUrl
}

/** The URL of the book's file that this browser may read: signed for who bought it, that of the preview for who didn't. */
export async function fetchBookFileUrl(book: CatalogueBook, part: ReadablePart): Promise<string> {
  if (part === 'preview') return book.previewUrl ?? book.pdfUrl
  if (part === 'free') return book.pdfUrl
  const { url } = await requestNextAction({ kind: 'book', item: book })
  return url ?? book.pdfUrl
}

/** Asks what this browser may do with an item, and comes back to this page afterwards. */
export function requestNextAction(product: OpenableItem) {
  return fetchNextAction({ productId: product.item.id, product: product.kind, currency: readCurrency(), returnUrl: location.href })
}
