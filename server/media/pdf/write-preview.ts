import { rm, writeFile } from 'node:fs/promises'
import { PDFDocument } from 'pdf-lib'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { openPdf } from './open-pdf.ts'
import { type PreviewRule, previewLength } from './preview-length.ts'
import { rebuildPreview } from './rebuild-preview.ts'

/** Writes the first pages to `target`; returns their number, or null if the file has no preview. Runs in the sandbox process. */
export async function writePreview(path: string, target: string, rule?: PreviewRule): Promise<number | null> {
  const document = await openPdf(path)
  const pageCount = document ? previewLength(document.numPages, rule) : 0
  if (!document || pageCount === 0) return null

  const next = document.numPages > pageCount
  const pages = await document.extractPages([
    { document: null, includePages: [[0, next ? pageCount : pageCount - 1]] },
    ...(await createDecryptingPage(document)),
  ])
  await writeFile(target, await rebuildPreview(pages, { pageCount, next }), { flag: 'wx' })

  const written = await openPdf(target)
  if (written?.numPages === pageCount) return pageCount
  await rm(target)
  throw new InvalidFileError('Its pages can’t be extracted.')
}

/**
 * Returns a blank page that makes pdf.js write decrypted pages, or nothing if the document is not encrypted. A document that opens without
 * a password may still be encrypted for its owner's rights. pdf.js encrypts extracted pages again, unless they are merged with pages of
 * another document. `rebuildPreview` omits the blank page.
 */
async function createDecryptingPage(document: PDFDocumentProxy) {
  const { info } = await document.getMetadata()
  if (!('EncryptFilterName' in info) || !info.EncryptFilterName) return []
  const blank = await PDFDocument.create()
  blank.addPage()
  return [{ document: await blank.save() }]
}
