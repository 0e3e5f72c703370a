import type { BookPages } from '#contracts/reading/book-pages.ts'
import { asFault, InvalidFileError } from '#server/media/file-errors.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import { createCostlyFiles } from './costly-files.ts'
import type { RenditionSet } from './page-manifest.ts'
import { readTexts } from './read-texts.ts'
import { renderPictures } from './render-pictures.ts'
import { type Making, saveRenditions } from './save-renditions.ts'

/** Time limit for reading the sizes of all pages, in ms. Ten thousand pages take long. */
const READ_MS = 30_000
/** Time limit for extracting the text of a page, in ms. */
const TEXT_MS = 3000
const DRAW_MS = 6000
/** Time limits for creating reflowable text, in ms: per page, and the minimum in total. */
const REFLOW_MS = { page: 300, least: 20_000 }

const NO_PAGES: BookPages = { sizes: [], labels: null, outline: [], hasText: false }

export type PageMaker = ReturnType<typeof createPageMaker>

/**
 * Creates the page maker, which creates and stores page renditions of books' files. Existing renditions are not replaced, so several
 * instances may create a rendition concurrently. The catalogue version is not incremented until all pages of a book are rendered.
 */
export function createPageMaker(deps: {
  library: MediaLibrary
  store: BookPageStore
  reflows: Pick<BookReflowStore, 'insertReflow'>
  /** Limit of processor time for rendering a page, in ms */
  drawMs?: number
  textMs?: number
}) {
  const { library, store, reflows, drawMs = DRAW_MS, textMs = TEXT_MS } = deps
  const costly = createCostlyFiles()
  const renditions = { library, store, costly }

  async function saveManifest(key: string, pages: BookPages | InvalidFileError): Promise<void> {
    await library.publish(async ({ transaction, add, drop }) => {
      if (!(await store.lockFile(transaction, key))) return
      const former = await store.findAsset(transaction, key)
      // The manifest may already have been stored by another instance.
      if (former?.isCurrent && former.state !== 'failed') return
      if (former) await drop(former.id)
      const assetId = await add({ kind: 'pages', files: [], details: {}, derivedFrom: key })
      await store.insertManifest(transaction, key, {
        assetId,
        ...(InvalidFileError.is(pages) ? { state: 'failed', pages: NO_PAGES } : { state: 'making', pages }),
      })
    })
  }

  return {
    /** Returns whether rendering a page of the file has exceeded a time or memory limit since the start of the server. */
    isCostly: costly.has,

    makeTexts: (key: string, pages: number[], making?: Making) => readTexts(renditions, { key, pages, workMs: textMs }, making),

    makePictures: (key: string, pages: number[], series: RenditionSet, making?: Making) =>
      renderPictures(renditions, { key, pages, series, workMs: drawMs }, making),

    /** Creates the page manifest of a file. An unreadable file is recorded as failed. */
    makeManifest: (key: string, { signal }: Making = {}): Promise<void> =>
      withSandbox(
        { kind: 'book-pages', use: (work) => library.withCopy(key, work) },
        async (read, path) => {
          const pages = await read({ kind: 'book-pages', path }, { workMs: READ_MS })
            .then(({ kind: _, ...rest }) => rest)
            .catch(asFault)
          await saveManifest(key, pages)
        },
        { signal },
      ),

    /** Creates the reflowable text of a file. Text that can't be read or takes too long is recorded as missing. */
    buildReflow: (key: string, pageCount: number, making?: Making): Promise<void> =>
      withSandbox(
        { kind: 'book-reflow', use: (work) => library.withCopy(key, work) },
        async (read, path) => {
          const workMs = Math.max(REFLOW_MS.least, REFLOW_MS.page * pageCount)
          const found = await read({ kind: 'book-reflow', path }, { workMs }).catch(asFault)
          const reflow = InvalidFileError.is(found) ? null : found.reflow
          await saveRenditions(renditions, key, ({ transaction }) => reflows.insertReflow(transaction, key, reflow))
        },
        making,
      ),
  }
}
