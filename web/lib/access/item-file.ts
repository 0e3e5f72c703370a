import type { CatalogueBook } from '#web/lib/api/api.ts'
import { readCurrency } from '#web/lib/currency.ts'
import { AccessEndedError, type OpenableItem } from './item-access.ts'
import { fetchNextAction } from './next-action.ts'

/** What of a book this browser may read. */
export type ReadablePart = 'free' | 'owned' | 'preview'

/** Where this browser reads an item's file, or the URL to follow instead, such as the checkout's. */
export type ItemFile = { url: string } | { action: string }

/** Asks which URL of an item's file this browser may read: public when the item is free, signed when it is owned. */
export async function requestItemFile(product: OpenableItem): Promise<ItemFile> {
  const { kind, item } = product
  const { action, url } = await fetchNextAction({ productId: item.id, product: kind, currency: readCurrency(), returnUrl: location.href })
  return action === 'view' ? { url: url ?? publicFileUrl(product) } : { action }
}

/** A new URL of a file that this browser could read, in place of a signed one that has expired. Fails when access has ended. */
export async function renewItemFile(product: OpenableItem): Promise<string> {
  const file = await requestItemFile(product)
  if ('action' in file) throw new AccessEndedError('Access to this item has ended')
  return file.url
}

/** The URL of the book's file that this browser may read: signed for who bought it, that of the preview for who didn't. */
export async function fetchBookFileUrl(book: CatalogueBook, part: ReadablePart): Promise<string> {
  if (part === 'owned') return renewItemFile({ kind: 'book', item: book })
  return (part === 'preview' && book.previewUrl) || book.pdfUrl
}

/** Without a grant, which opens when the item is free. */
function publicFileUrl({ kind, item }: OpenableItem): string {
  return kind === 'book' ? item.pdfUrl : item.audioUrl
}
