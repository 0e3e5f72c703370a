import type { BookReflow, ReflowPart, ServedBookPages } from '#contracts/reading/book-reflow.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import type { FileStore } from './file-store.ts'

/** Widest page image that phones display without zoom. */
const PICTURE_WIDTH = 720

/** Downloads the reflowable text, with the images of pages that contain pictures. */
export async function fetchText(store: FileStore): Promise<void> {
  await store.fetchJson<ServedBookPages>('/pages')
  await fetchReflow(store)
  if (!(await store.findJson('/pages/flow'))) throw new Error('This book has no reflowable text')
}

/** Downloads the images of all pages, with their text layers. Includes the reflowable text, which is small in comparison. */
export async function fetchPages(store: FileStore): Promise<void> {
  const [{ sizes, hasFlow }, format] = await Promise.all([store.fetchJson<ServedBookPages>('/pages'), findPictureFormat()])
  await store.fetchAll(sizes.flatMap((_, index) => [picturePath(index + 1, format), `/pages/${index + 1}/text`]))
  if (hasFlow) await fetchReflow(store)
}

/** Downloads the file itself, with its text layers and reflowable text if available. */
export async function fetchPdf(store: FileStore): Promise<void> {
  await store.fetchFile('')
  await store.fetchAll(['/pages'])
  const pages = await store.findJson<ServedBookPages>('/pages')
  if (!pages) return
  await store.fetchAll(pages.sizes.map((_, index) => `/pages/${index + 1}/text`))
  if (pages.hasFlow) await fetchReflow(store)
}

/** Downloads the reflowable text and the page images for its pictures; does nothing if the book has no reflowable text. */
async function fetchReflow(store: FileStore): Promise<void> {
  await store.fetchAll(['/pages/flow'])
  const reflow = await store.findJson<BookReflow>('/pages/flow')
  if (!reflow) return
  const paths = reflow.parts.map((_, index) => `/pages/flow/${index + 1}`)
  await store.fetchAll(paths)
  const parts = await Promise.all(paths.map((path) => store.findJson<ReflowPart>(path)))
  const withPicture = parts.flatMap((part) => part?.blocks ?? []).filter(({ kind }) => kind === 'picture')
  const format = await findPictureFormat()
  await store.fetchAll([...new Set(withPicture.map(({ page }) => picturePath(page, format)))])
}

const picturePath = (page: number, format: string) => `/pages/${page}/${PICTURE_WIDTH}.${format}`
