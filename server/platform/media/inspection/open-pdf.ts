import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getDocument, PasswordException, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// pdf.js finds its worker in this thread when it is loaded before a file is opened.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** What letters of East Asian fonts mean that the file itself doesn't hold. */
const CMAPS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps/')

/**
 * Opens a PDF. A file is read by ranges, so that only needed parts are read. Undefined when it needs a password. `loadingTask.destroy()`
 * closes it.
 */
export async function openPdf(file: string | Uint8Array): Promise<PDFDocumentProxy | undefined> {
  const { promise } = getDocument({
    // pdf.js takes over the memory that it is given.
    ...(typeof file === 'string' ? { url: pathToFileURL(file) } : { data: file.slice() }),
    rangeChunkSize: 256 * 1024,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: CMAPS,
    verbosity: VerbosityLevel.ERRORS,
  })
  return promise.catch((error: unknown) => {
    if (error instanceof PasswordException) return undefined
    throw error
  })
}
