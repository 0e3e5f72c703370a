import { ApiError, type CatalogueBook } from '#web/lib/api/api.ts'
import { readCurrency } from '#web/lib/currency.ts'
import { readKeptList, toKeptUrl } from '#web/lib/shelf/kept-list.ts'
import { AccessEndedError, type OpenableItem } from './item-access.ts'
import { fetchNextAction } from './next-action.ts'

/** What of a book this browser may read. */
export type ReadablePart = 'free' | 'owned' | 'preview'

/** Where this browser reads an item's file, of which perhaps only the text is kept; or the URL to follow instead, such as the checkout's. */
export type ItemFile = { url: string; isText?: boolean } | { action: string }

/** A line that brings nothing within this time is none, for an item that is kept. */
const KEPT_WAIT_MS = 5000

/**
 * Where this browser may read an item's file: at its public URL when the item is free, at a signed one when it is owned, and from what is
 * kept on the phone where that is kept. Without a line what is kept opens unasked; with one, whether it is owned is asked each time.
 */
export async function requestItemFile(product: OpenableItem): Promise<ItemFile> {
  const kept = readKeptList().find(({ id }) => id === product.item.id)
  const asked = askForFile(product)
  if (!kept) return asked
  try {
    const file = await Promise.race([asked, noAnswer(KEPT_WAIT_MS)])
    if ('url' in file) return { url: toKeptUrl(file.url), isText: kept.isText }
    const { dropLost } = await import('#web/lib/shelf/drop-lost.ts')
    await dropLost([product.item])
    return file
  } catch (error) {
    asked.catch(() => {})
    const url = toKeptUrl(publicFileUrl(product))
    if (error instanceof ApiError || url === publicFileUrl(product)) throw error
    return { url, isText: kept.isText }
  }
}

async function askForFile(product: OpenableItem): Promise<ItemFile> {
  const { kind, item } = product
  const { action, url } = await fetchNextAction({ productId: item.id, product: kind, currency: readCurrency(), returnUrl: location.href })
  return action === 'view' ? { url: url ?? publicFileUrl(product) } : { action }
}

function noAnswer(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No answer in time')), ms))
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
  return (part === 'preview' && book.previewUrl) || toKeptUrl(book.pdfUrl)
}

/** Without a grant, which opens when the item is free. */
function publicFileUrl({ kind, item }: OpenableItem): string {
  return kind === 'book' ? item.pdfUrl : item.audioUrl
}
