import { rm, writeFile } from 'node:fs/promises'
import { PDFDocument, PDFName } from 'pdf-lib'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { type PreviewRule, previewLength } from '#server/media/preview-length.ts'
import { openPdf } from './open-pdf.ts'
import { rebuildPreview } from './rebuild-preview.ts'

/**
 * Maximum number of letters in words outside the page's visible box: a preview with more letters contains text of other pages. Line numbers
 * and a file name beside the printer’s marks are below the limit.
 */
const MAX_HIDDEN_LETTERS = 200
const WORDS = /\p{L}{3,}/gu
/** Distance from the origin, in points, that exceeds the content of any page. */
const FAR = 14_400

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
  const preview = await rebuildPreview(pages, { pageCount, next })
  if (await containsHiddenText(preview)) throw new InvalidFileError('Its pages show parts of larger pages.')
  await writeFile(target, preview, { flag: 'wx' })

  const written = await openPdf(target)
  if (written?.numPages === pageCount) return pageCount
  await rm(target)
  throw new InvalidFileError('Its pages can’t be extracted.')
}

/**
 * Returns whether pages are parts of larger pages, such as printed sheets, with hidden text of other pages beside them. pdf.js omits text
 * outside a page, so the check reads a copy with enlarged pages.
 */
async function containsHiddenText(preview: Uint8Array): Promise<boolean> {
  const enlarged = await PDFDocument.load(preview, { updateMetadata: false })
  const boxes = enlarged.getPages().map((page) => {
    const box = page.getCropBox()
    page.node.delete(PDFName.of('CropBox'))
    page.setMediaBox(-FAR, -FAR, 2 * FAR, 2 * FAR)
    return box
  })
  const document = await openPdf(await enlarged.save())
  for (const [index, { x, y, width, height }] of boxes.entries()) {
    const { items } = (await (await document?.getPage(index + 1))?.getTextContent()) ?? { items: [] }
    let hidden = 0
    for (const item of items) {
      if (!('str' in item)) continue
      const [left, base] = item.transform.slice(4) as [number, number]
      if (left < x || left > x + width || base < y || base > y + height) hidden += [...item.str.matchAll(WORDS)].join('').length
    }
    if (hidden > MAX_HIDDEN_LETTERS) return true
  }
  return false
}

/**
 * Returns a blank page that makes pdf.js write decrypted pages, or no page if the document is not encrypted. A document that opens without
 * a password may still be encrypted with an owner password. pdf.js encrypts extracted pages again, unless they are merged with pages of
 * another document. `rebuildPreview` omits the blank page.
 */
async function createDecryptingPage(document: PDFDocumentProxy) {
  const { info } = await document.getMetadata()
  if (!('EncryptFilterName' in info) || !info.EncryptFilterName) return []
  const blank = await PDFDocument.create()
  blank.addPage()
  return [{ document: await blank.save() }]
}
