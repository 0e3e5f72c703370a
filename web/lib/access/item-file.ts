import type { CatalogueBook } from '#web/lib/api/api.ts'
import { readCurrency } from '#web/lib/currency.ts'
import type { ItemFile } from '#web/lib/downloads/request-downloaded-file.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { AccessEndedError, type OpenableItem, productKind } from './item-access.ts'
import { fetchNextAction } from './next-action.ts'

/** Part of a book that this browser may read. */
export type ReadablePart = 'free' | 'owned' | 'preview'

/**
 * Returns the URL from which this browser may read an item's file: the public URL of a free item, the signed URL of an owned item, or the
 * URL of the downloaded file. The code that looks for downloads is loaded only if the browser has any downloads.
 */
export async function requestItemFile(product: OpenableItem): Promise<ItemFile> {
  const asked = askForFile(product)
  if (!readStorage('keptItems')) return asked
  asked.catch(() => {})
  const { requestDownloadedFile } = await import('#web/lib/downloads/request-downloaded-file.ts')
  return requestDownloadedFile(product, asked, publicFileUrl(product))
}

async function askForFile(product: OpenableItem): Promise<ItemFile> {
  // File URLs of an unpublished item in a preview are already signed.
  const ownUrl = publicFileUrl(product)
  if (ownUrl.includes('?grant=')) return { url: ownUrl }
  const { kind, item } = product
  const { action, url } = await fetchNextAction({
    productId: item.id,
    product: productKind(kind),
    ...(kind === 'audiobook' && { format: 'audio' }),
    currency: readCurrency(),
    returnUrl: location.href,
  })
  return action === 'view' ? { url: url ?? ownUrl } : { action }
}

/** Returns a new URL of an item's file to replace an expired signed URL. Rejects when access has ended. */
export async function renewItemFile(product: OpenableItem): Promise<string> {
  const file = await requestItemFile(product)
  if ('action' in file) throw new AccessEndedError('Access to this item has ended')
  return file.url
}

/** Returns the URL of the part of a book that this browser may read: a signed URL for buyers, the preview's URL for other visitors. */
export async function fetchBookFileUrl(book: CatalogueBook, part: ReadablePart): Promise<string> {
  if (part === 'owned') return renewItemFile({ kind: 'book', item: book })
  return (part === 'preview' && book.previewUrl) || book.pdfUrl
}

/** Returns the file URL without a signature, which works only for free items. */
function publicFileUrl({ kind, item }: OpenableItem): string {
  return kind === 'book' ? item.pdfUrl : item.audioUrl
}
