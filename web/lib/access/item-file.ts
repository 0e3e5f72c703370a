import type { CatalogueBook } from '#web/lib/api/api.ts'
import { readCurrency } from '#web/lib/currency.ts'
import type { ItemFile } from '#web/lib/shelf/request-kept-file.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { AccessEndedError, type OpenableItem } from './item-access.ts'
import { fetchNextAction } from './next-action.ts'

/** What of a book this browser may read. */
export type ReadablePart = 'free' | 'owned' | 'preview'

/**
 * Where this browser may read an item's file: at its public URL when the item is free, at a signed one when it is owned, and from what is
 * kept on the phone where that is kept. What decides about that is loaded where something is kept.
 */
export async function requestItemFile(product: OpenableItem): Promise<ItemFile> {
  const asked = askForFile(product)
  if (!readStorage('keptItems')) return asked
  asked.catch(() => {})
  const { requestKeptFile } = await import('#web/lib/shelf/request-kept-file.ts')
  return requestKeptFile(product, asked, publicFileUrl(product))
}

async function askForFile(product: OpenableItem): Promise<ItemFile> {
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
