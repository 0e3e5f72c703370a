import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getDocument, PasswordException, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { InvalidFileError } from '#server/media/file-errors.ts'
// The worker of pdf.js is loaded before any file is opened, so that pdf.js finds the worker in this thread.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** Folder of the character maps for East Asian fonts that are not embedded in a file. */
const CMAPS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps/')

/**
 * Opens a PDF. Only the needed ranges of a file are read. Returns undefined if the PDF needs a password. `loadingTask.destroy()` closes
 * the document. @throws InvalidFileError for a PDF with copy protection
 */
export async function openPdf(file: string | Uint8Array): Promise<PDFDocumentProxy | undefined> {
  const { promise } = getDocument({
    // The data of the PDF is copied, since pdf.js takes over the memory.
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

/** Names of security handlers in the encryption dictionary, which itself is never encrypted or compressed (ISO 32000-1 §7.6.1). */
const CERTIFICATES = '/Adobe.PubSec'
const FILTER = /\/Filter\s*\/((?!Standard\b|\w+Decode\b|Adobe\.PPKLite\b)[\w.#-]{1,40})/g

/** Returns the error for a PDF whose encryption pdf.js does not support, or undefined if opening failed for another reason. */
async function describeProtection(file: string | Uint8Array, error: unknown): Promise<InvalidFileError | undefined> {
  const message = error instanceof Error ? error.message : ''
  if (/unsupported encryption/i.test(message))
    return new InvalidFileError('It is encrypted in an unknown way. Save it again without encryption.')
  if (!/unknown encryption/i.test(message)) return undefined
  const text = Buffer.from(typeof file === 'string' ? await readFile(file) : file).toString('latin1')
  if (text.includes(CERTIFICATES))
    return new InvalidFileError('It is encrypted for the certificates of certain people. Save it again without encryption.')
  const filter = [...text.matchAll(FILTER)].at(-1)?.[1]
  return new InvalidFileError(`It is copy-protected${filter ? ` (${filter})` : ''}. Choose a PDF without copy protection.`)
}
