import type { BookPages } from '#contracts/book-pages.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import type { KeptForm } from '#web/lib/shelf/kept-items.ts'
import type { FileStore } from './file-store.ts'

/** Phones show no wider one without zoom. */
const PICTURE_WIDTH = 720
/** Of a page, until its pictures are made */
const USUAL_PAGE_BYTES = 40_000
/** The text of a page with its places */
const TEXT_BYTES = 5000

type BookItem = Extract<DetailedItem, { kind: 'book' }>['item']
type EpisodeItem = Extract<DetailedItem, { kind: 'podcast' }>['item']

/** One way to keep an item, with what it takes; `bytes` is null where an item can't be kept so. */
type Form = {
  label: string
  note: string
  bytes: (product: DetailedItem) => number | null
  /** Fetches everything that is not there yet. */
  fetch: (store: FileStore) => Promise<void>
}

const ofBook = (bytes: (book: BookItem) => number | null) => (product: DetailedItem) =>
  product.kind === 'book' ? bytes(product.item) : null
const ofEpisode = (bytes: (episode: EpisodeItem) => number | null) => (product: DetailedItem) =>
  product.kind === 'podcast' ? bytes(product.item) : null

/** The lightest first. */
export const FORMS: Record<KeptForm, Form> = {
  pages: {
    label: 'Pages',
    note: 'As they are printed, sharp on a phone.',
    bytes: ofBook(({ pageCount, pagesBytes }) => pageCount && (pagesBytes ?? pageCount * USUAL_PAGE_BYTES) + pageCount * TEXT_BYTES),
    fetch: fetchPages,
  },
  pdf: {
    label: 'The PDF',
    note: 'The whole file, to zoom in as far as you like.',
    bytes: ofBook(({ pdfBytes, pageCount }) => pdfBytes + (pageCount ?? 0) * TEXT_BYTES),
    fetch: fetchPdf,
  },
  sound: {
    label: 'Full sound',
    note: 'As it was recorded.',
    bytes: ofEpisode(({ audioBytes }) => audioBytes),
    fetch: (store) => store.fetchFile(''),
  },
}

/** The ways in which an item can be kept. */
export const formsOf = (product: DetailedItem) =>
  Object.entries(FORMS).flatMap(([name, form]) => {
    const bytes = form.bytes(product)
    return bytes === null ? [] : [{ ...form, name: name as KeptForm, bytes }]
  })

async function fetchPages(store: FileStore) {
  const [{ sizes }, format] = await Promise.all([store.fetchJson<BookPages>('/pages'), findPictureFormat()])
  await store.fetchAll(sizes.flatMap((_, index) => [`/pages/${index + 1}/${PICTURE_WIDTH}.${format}`, `/pages/${index + 1}/text`]))
}

/** With the texts of the pages and the contents, where there are any. */
async function fetchPdf(store: FileStore) {
  await store.fetchFile('')
  await store.fetchAll(['/pages'])
  const pages = await store.findJson<BookPages>('/pages')
  if (pages) await store.fetchAll(pages.sizes.map((_, index) => `/pages/${index + 1}/text`))
}
