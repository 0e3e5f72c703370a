import { asFault, InvalidFileError } from '#server/media/file-errors.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { BookPageStore } from '#server/reading/documents/book-pages.store.ts'
import type { BookReflowStore } from '#server/reading/documents/book-reflow.store.ts'
import type { DocumentFormat } from '#server/reading/documents/document-format.ts'
import { saveManifest, saveRenditions } from '#server/reading/documents/save-renditions.ts'
import { createCostlyFiles } from './costly-files.ts'
import { readTexts } from './read-texts.ts'
import { renderPictures } from './render-pictures.ts'

/** Time limit for reading the sizes of all pages, in ms. Ten thousand pages take long. */
const READ_MS = 30_000
/** Time limit for extracting the text of a page, in ms. */
const TEXT_MS = 3000
const DRAW_MS = 6000
/** Time limits for creating reflowable text, in ms: per page, and the minimum in total. */
const REFLOW_MS = { page: 300, least: 20_000 }

export type PdfFormatDeps = {
  library: MediaLibrary
  store: BookPageStore
  reflows: Pick<BookReflowStore, 'insertReflow'>
  /** Limit of processor time for rendering a page, in ms */
  drawMs?: number
  textMs?: number
}

/** Creates the reader of PDF files. Manifest, texts, images and reflowable text are created separately, since each may take long. */
export function createPdfFormat(deps: PdfFormatDeps): Required<DocumentFormat> {
  const { library, store, reflows, drawMs = DRAW_MS, textMs = TEXT_MS } = deps
  const costly = createCostlyFiles()
  const renditions = { library, store, costly }

  return {
    isCostly: costly.has,

    pages: {
      makeTexts: (key, pages, making) => readTexts(renditions, { key, pages, workMs: textMs }, making),
      makePictures: (key, pages, series, making) => renderPictures(renditions, { key, pages, series, workMs: drawMs }, making),
    },

    makeManifest: (key, { signal } = {}) =>
      withSandbox(
        { kind: 'book-pages', use: (work) => library.withCopy(key, work) },
        async (read, path) => {
          const pages = await read({ kind: 'book-pages', path }, { workMs: READ_MS })
            .then(({ kind: _, ...rest }) => rest)
            .catch(asFault)
          await saveManifest(renditions, key, pages)
        },
        { signal },
      ),

    makeReflow: (key, pageCount, making) =>
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
