import { readFile } from 'node:fs/promises'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { PdfNotice } from '#contracts/common/upload.ts'
import { ignoreEmptyCrop } from './ignore-empty-crop.ts'
import { lacksLetters } from './lacks-letters.ts'
import { openPdf } from './open-pdf.ts'
import { openPdfium } from './open-pdfium.ts'

/** Maximum number of pages that are rendered to find blank PDFs, and their size in pixels. At this size, a line of text is visible. */
const PAGES = 30
const SIDE = 300

/**
 * Returns why readers would not see the expected content of a PDF: it is a portfolio, whose content is in attached files, it is a form that
 * only Adobe's programs display, or its pages are blank. Runs in the sandbox process.
 */
export async function findPdfNotice(path: string): Promise<PdfNotice | null> {
  const document = await openPdf(path)
  if (!document) return null
  const { info } = await document.getMetadata()
  const { IsCollectionPresent: isPortfolio, IsXFAPresent: isXfa } = info as Record<string, unknown>
  if (isPortfolio) return 'portfolio'
  if (isXfa) return 'form'
  const { numPages } = document
  await document.loadingTask.destroy()
  // Large books are not checked, since PDFium reads a whole file into memory.
  if (numPages > PAGES) return null
  const pdfium = await (await openPdfium()).loadDocument(await readFile(path))
  return (await isBlank(pdfium)) ? 'blank' : null
}

async function isBlank(document: PDFiumDocument): Promise<boolean> {
  if (document.getPageCount() > PAGES) return false
  for (const page of document.pages()) {
    ignoreEmptyCrop(page)
    // A page with letters that PDFium can't draw doesn't count as blank, since viewers have more fonts.
    if (lacksLetters(page)) return false
    const { data } = await page.render({ width: SIDE, height: SIDE, scale: 1, render: 'bitmap', renderFormFields: true })
    const [blue, green, red] = data
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== blue || data[at + 1] !== green || data[at + 2] !== red) return false
    }
  }
  return true
}
