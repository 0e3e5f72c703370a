import './pdf-polyfills.ts'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { PasswordResponses, pdfjs } from 'react-pdf'
import DocumentContext from 'react-pdf/dist/DocumentContext.js'
import LinkService from 'react-pdf/dist/LinkService.js'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'
import type { OutlineEntry, PageSource } from '#web/reading/viewer/book/page-source.ts'
import { MAX_CANVAS_PIXELS, PdfPage } from './pdf-page.tsx'
import { PART_BYTES, type RangeFetcher } from './range-fetcher.ts'
import { readOutline } from './read-outline.ts'

const WRONG_PASSWORD = 'Invalid password. Please try again.'
const ASSETS = `${import.meta.env.BASE_URL}pdfjs/${pdfjs.version}/`

/** Options of pdf.js. Scripting is never enabled, and pdf.js 6 doesn't evaluate code from documents. */
const PDF_OPTIONS = {
  rangeChunkSize: PART_BYTES,
  // `disableAutoFetch` has no effect without `disableStream`.
  disableAutoFetch: true,
  disableStream: true,
  canvasMaxAreaInBytes: MAX_CANVAS_PIXELS * 4,
  // Maximum pixels of a rendered image. Published books contain one-bit scans of 114 million pixels.
  maxImageSize: 2 ** 27,
  cMapUrl: `${ASSETS}cmaps/`,
  iccUrl: `${ASSETS}iccs/`,
  standardFontDataUrl: `${ASSETS}standard_fonts/`,
  wasmUrl: `${ASSETS}wasm/`,
}

/**
 * Opens a document, given its first `bytes`; `destroy` stops all work on the document. `onPassword` is called after a password
 * prompt, `onLink` when the visitor follows a link to a page. Only this module and its imports depend on pdf.js.
 */
export function openPdf({
  fetcher,
  bytes,
  total,
  port,
  onPassword,
  onLink,
}: {
  fetcher: RangeFetcher
  bytes: Uint8Array
  total: number
  port: Worker | undefined
  onPassword: () => void
  onLink: (page: number) => void
}) {
  const task = pdfjs.getDocument({
    ...PDF_OPTIONS,
    ...(bytes.length === total ? { data: bytes } : { range: createRangeTransport(fetcher, bytes, total) }),
    ...(port && { worker: pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.ERRORS }) }),
  })
  task.onPassword = (answer: (password: string | null) => void, reason: number) => {
    answerPassword(answer, reason)
    onPassword()
  }
  return { source: task.promise.then((pdf) => createPdfSource(pdf, onLink)), destroy: () => task.destroy() }
}

function createPdfSource(pdf: PDFDocumentProxy, onLink: (page: number) => void): PageSource {
  const linkService = new LinkService()
  linkService.setDocument(pdf)
  linkService.setViewer({ scrollPageIntoView: ({ pageNumber }) => onLink(pageNumber) })
  linkService.setExternalLinkRel('noopener noreferrer nofollow')
  linkService.setExternalLinkTarget('_blank')
  const context = { pdf, linkService, suspense: false, registerPage: () => {}, unregisterPage: () => {} }
  let outline: Promise<OutlineEntry[]> | undefined
  return {
    total: pdf.numPages,
    sizes: [],
    fetchSize: async (page) => {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 })
      return { width, height }
    },
    outline: [],
    fetchOutline: () => {
      outline ??= readOutline(pdf).catch(() => [])
      return outline
    },
    direction: 'ltr',
    labels: null,
    ahead: 1,
    renderPage: (shown) => (
      <DocumentContext value={context}>
        <PdfPage {...shown} />
      </DocumentContext>
    ),
  }
}

function createRangeTransport(fetcher: RangeFetcher, beginning: Uint8Array, total: number) {
  class Ranges extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      fetcher.fetchPart(begin, end).then(
        (part) => this.onDataRange(begin, part),
        () => {}, // The failure is in the fetcher's state.
      )
    }
    override abort() {
      fetcher.close()
    }
  }
  return new Ranges(total, beginning)
}

/**
 * Prompts for a document's password with the browser's dialog and the messages of react-pdf. An empty password is rejected here, since
 * pdf.js has already tried it and would not report it as wrong. A canceled prompt passes an error to pdf.js. The prompt of react-pdf passes
 * null instead, which pdf.js takes for a password, so that it prompts forever.
 */
function answerPassword(answer: (password: string | null) => void, reason: number): void {
  let password = prompt(reason === PasswordResponses.INCORRECT_PASSWORD ? WRONG_PASSWORD : 'Enter the password to open this PDF file.')
  while (password === '') password = prompt(WRONG_PASSWORD)
  if (password === null) (answer as (reason: unknown) => void)(new Error('No password given'))
  else answer(password)
}
