import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import type { DownloadFormat } from '#web/lib/downloads/download-record.ts'
import { fetchPages, fetchPdf, fetchText } from './fetch-book.ts'
import type { FileStore } from './file-store.ts'

/** Estimated size of a page image, until the pages are rendered */
const USUAL_PAGE_BYTES = 35_000
/** Size of a page's text layer and its share of the reflowable text */
const TEXT_BYTES = 5000

type BookItem = Extract<DetailedItem, { kind: 'book' }>['item']
type EpisodeItem = Extract<DetailedItem, { kind: 'podcast' }>['item']
/** `textBytes` is the size of the book's reflowable text; null without one, and while the size is unknown. */
type Bytes<Item> = (item: Item, textBytes: number | null) => number | null

/** Download format of an item; `bytes` returns null if the item isn't available in this format. */
type Format = {
  label: string
  note: string
  bytes: Bytes<DetailedItem>
  /** Downloads everything that is not cached yet. */
  fetch: (store: FileStore) => Promise<void>
}

const ofBook =
  (bytes: Bytes<BookItem>): Bytes<DetailedItem> =>
  (product, textBytes) =>
    product.kind === 'book' ? bytes(product.item, textBytes) : null
const ofEpisode =
  (bytes: Bytes<EpisodeItem>): Bytes<DetailedItem> =>
  (product, textBytes) =>
    product.kind === 'podcast' ? bytes(product.item, textBytes) : null

/** The download formats, smallest first. */
export const FORMATS: Record<DownloadFormat, Format> = {
  text: {
    label: 'Text',
    note: 'For the reading view, in the text size you like.',
    bytes: ofBook((_, textBytes) => textBytes),
    fetch: fetchText,
  },
  pages: {
    label: 'Pages',
    note: 'As printed. Sharp on a phone.',
    bytes: ofBook(({ pageCount, pagesBytes }) => pageCount && (pagesBytes ?? pageCount * USUAL_PAGE_BYTES) + pageCount * TEXT_BYTES),
    fetch: fetchPages,
  },
  pdf: {
    label: 'PDF',
    note: 'The whole file. Zoom in as far as you like.',
    bytes: ofBook(({ pdfBytes, pageCount }) => pdfBytes + (pageCount ?? 0) * TEXT_BYTES),
    fetch: fetchPdf,
  },
  light: {
    label: 'Data saver',
    note: 'A smaller file. Speech stays clear.',
    bytes: ofEpisode(({ lightSound }) => lightSound?.bytes ?? null),
    fetch: (store) => store.fetchFile('/light'),
  },
  sound: {
    label: 'Full quality',
    note: 'As it was recorded.',
    bytes: ofEpisode(({ audioBytes }) => audioBytes),
    fetch: (store) => store.fetchFile(''),
  },
}

/** Returns the available download formats of an item with their sizes. */
export const formatsOf = (product: DetailedItem, textBytes: number | null) =>
  Object.entries(FORMATS).flatMap(([name, form]) => {
    const bytes = form.bytes(product, textBytes)
    return bytes === null ? [] : [{ ...form, name: name as DownloadFormat, bytes }]
  })
