import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getDocument, PasswordException, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describeProtection } from './describe-protection.ts'
// Loaded before a file is opened, so that pdf.js finds its worker in this thread.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** Character maps of East Asian fonts that are not embedded in the file. */
const CMAPS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps/')

/**
 * Opens a PDF. Only the needed ranges of a file are read. Returns undefined if the PDF needs a password. `loadingTask.destroy()` closes
 * the document. @throws InvalidFileError for a PDF with copy protection
 */
export async function openPdf(file: string | Uint8Array): Promise<PDFDocumentProxy | undefined> {
  const { promise } = getDocument({
    // The data is copied, since pdf.js takes over the memory.
    ...(typeof file === 'string' ? { url: pathToFileURL(file) } : { data: file.slice() }),
    rangeChunkSize: 256 * 1024,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: CMAPS,
    verbosity: VerbosityLevel.ERRORS,
  })
  return promise.catch(async (error: unknown) => {
    if (error instanceof PasswordException) return undefined
    throw (await describeProtection(file, error)) ?? error
  })
}
