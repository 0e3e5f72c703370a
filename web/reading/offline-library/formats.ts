import { MADE_EPUB_PATH } from '#contracts/common/media-url.ts'
import type { BookReflow, ReflowPart, ServedBookPages } from '#contracts/reading/book-reflow.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { describeFile } from '#web/lib/document-file.ts'
import type { DownloadFormat } from '#web/lib/downloads/download-record.ts'
import { findPictureFormat, sourcesIn } from '#web/lib/picture-format.ts'
import type { FileStore } from './file-store.ts'

/** Width of downloaded page images: the widest that phones display without zoom. */
const PICTURE_WIDTH = 720
const picturePath = (page: number, format: string) => `/pages/${page}/${PICTURE_WIDTH}.${format}`

/** Estimated size of a page image, used until the server has rendered the pages */
const USUAL_PAGE_BYTES = 35_000
/** Estimated size of a page's text layer, including its share of the reflowable text */
const TEXT_BYTES = 5000
/** Factor by which a decompressed text is larger than the compressed one; pictures are as large as they are */
const DECOMPRESSED = 4

type BookItem = Extract<DetailedItem, { kind: 'book' }>['item']
type EpisodeItem = Exclude<DetailedItem, { kind: 'book' }>['item']
type Bytes<Item> = (item: Item) => number | null | undefined

/**
 * Download format of an item. `bytes` returns the size that every page displays, which is that of the file or text alone, or null if the
 * item isn't available in this format. `expected` estimates the bytes that are received, for the progress, if they are others.
 */
type Format = {
  label: string
  note: string
  bytes: Bytes<DetailedItem>
  expected?: Bytes<DetailedItem>
  /** Set if the viewer opens the downloaded file with pdf.js, whose code is then stored too */
  needsPdfJs?: true
  /** Downloads all resources of the format that are not cached yet. */
  fetch: (store: FileStore) => Promise<void>
}

const ofBook =
  (bytes: Bytes<BookItem>): Bytes<DetailedItem> =>
  (product) =>
    product.kind === 'book' ? bytes(product.item) : null
const ofEpisode =
  (bytes: Bytes<EpisodeItem>): Bytes<DetailedItem> =>
  (product) =>
    product.kind === 'book' ? null : bytes(product.item)

const isPaged = ({ pdfUrl }: BookItem) => describeFile(pdfUrl).hasPages
const bytesOfPages: Bytes<BookItem> = (book) =>
  isPaged(book) ? book.pageCount && (book.pagesBytes ?? book.pageCount * USUAL_PAGE_BYTES) : null
const bytesOfTexts = ({ pageCount }: BookItem) => (pageCount ?? 0) * TEXT_BYTES

const expectedText: Bytes<BookItem> = (item) =>
  item.textBytes && Math.min(item.textBytes * DECOMPRESSED, item.textBytes + bytesOfTexts(item))

/** Download formats of books and episodes. */
export const FORMATS: Record<DownloadFormat, Format> = {
  text: {
    label: 'Text',
    note: 'For the reading view, in the text size you like.',
    bytes: ofBook(({ textBytes }) => textBytes),
    expected: ofBook(expectedText),
    fetch: fetchText,
  },
  pages: {
    label: 'Pages',
    note: 'As printed. Sharp on a phone.',
    bytes: ofBook(bytesOfPages),
    expected: ofBook((item) => (bytesOfPages(item) ?? 0) + bytesOfTexts(item)),
    fetch: fetchPages,
  },
  pdf: {
    label: 'PDF',
    note: 'The whole file. Zoom in as far as you like.',
    bytes: ofBook((book) => (isPaged(book) ? book.pdfBytes : null)),
    expected: ofBook((item) => item.pdfBytes + bytesOfTexts(item)),
    needsPdfJs: true,
    fetch: fetchPdf,
  },
  epub: {
    label: 'EPUB',
    note: 'The text, and the file to pass on.',
    bytes: ofBook((book) => (book.textBytes && isFree(book.price) && !isPaged(book) ? book.textBytes + book.pdfBytes : null)),
    expected: ofBook((item) => (expectedText(item) ?? 0) + item.pdfBytes),
    fetch: async (store) => {
      await fetchText(store)
      await store.fetchFile('')
    },
  },
  'made-epub': {
    label: 'EPUB',
    note: 'The text, and a file for e-readers to pass on.',
    bytes: ofBook((book) => (book.textBytes && isFree(book.price) && book.madeEpub ? book.textBytes + book.madeEpub.bytes : null)),
    expected: ofBook((item) => (expectedText(item) ?? 0) + (item.madeEpub?.bytes ?? 0)),
    fetch: async (store) => {
      await fetchText(store)
      await store.fetchFile(MADE_EPUB_PATH)
    },
  },
  light: {
    label: 'Data saver',
    note: 'A smaller file. Speech stays clear.',
    bytes: ofEpisode(({ lightSound }) => lightSound?.bytes),
    fetch: (store) => store.fetchFile('/light'),
  },
  sound: {
    label: 'Full quality',
    note: 'As it was recorded.',
    bytes: ofEpisode(({ audioBytes }) => audioBytes),
    fetch: (store) => store.fetchFile(''),
  },
}

/** Returns the available download formats of an item with their sizes, smallest first. */
export function formatsOf(product: DetailedItem) {
  return Object.entries(FORMATS)
    .flatMap(([name, form]) => {
      const bytes = form.bytes(product)
      return bytes ? [{ ...form, name: name as DownloadFormat, bytes }] : []
    })
    .sort((one, other) => one.bytes - other.bytes)
}

/** Downloads the reflowable text of a book with its pictures, which are images of their own or parts of page images. */
async function fetchText(store: FileStore): Promise<void> {
  await store.fetchJson<ServedBookPages>('/pages')
  await fetchReflow(store)
  if (!(await store.findJson('/pages/flow'))) throw new Error('This book has no reflowable text')
}

/** Downloads all page images and text layers of a book, and its reflowable text, which is small in comparison. */
async function fetchPages(store: FileStore): Promise<void> {
  const [{ sizes, hasFlow }, format] = await Promise.all([store.fetchJson<ServedBookPages>('/pages'), findPictureFormat()])
  await store.fetchAll(sizes.flatMap((_, index) => [picturePath(index + 1, format), `/pages/${index + 1}/text`]))
  if (hasFlow) await fetchReflow(store)
}

/** Downloads the PDF file of a book, with text layers and reflowable text if available. */
async function fetchPdf(store: FileStore): Promise<void> {
  await store.fetchFile('')
  await store.fetchAll(['/pages'])
  const pages = await store.findJson<ServedBookPages>('/pages')
  if (!pages) return
  await store.fetchAll(pages.sizes.map((_, index) => `/pages/${index + 1}/text`))
  if (pages.hasFlow) await fetchReflow(store)
}

/** Downloads the reflowable text and the page images that show its pictures; does nothing if the book has no reflowable text. */
async function fetchReflow(store: FileStore): Promise<void> {
  await store.fetchAll(['/pages/flow'])
  const reflow = await store.findJson<BookReflow>('/pages/flow')
  if (!reflow) return
  const paths = reflow.parts.map((_, index) => `/pages/flow/${index + 1}`)
  await store.fetchAll(paths)
  const parts = await Promise.all(paths.map((path) => store.findJson<ReflowPart>(path)))
  const format = await findPictureFormat()
  const pictures = parts
    .flatMap((part) => part?.blocks ?? [])
    .flatMap((block) => {
      if (block.kind !== 'picture') return []
      // Screens differ in the rendition they ask for, and a window may move between screens.
      if (block.image) return sourcesIn(block.image.sources, format).map(({ file }) => `/pages/images/${file}`)
      return block.box ? [picturePath(block.page, format)] : []
    })
  await store.fetchAll([...new Set(pictures)])
}
