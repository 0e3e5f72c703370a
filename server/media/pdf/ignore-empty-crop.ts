import type { PDFiumPage } from '@hyzyla/pdfium'

/** Private members of the PDFium library, whose public classes can't change a page */
type Internals = { module: { _FPDFPage_SetCropBox: (page: number, ...box: [number, number, number, number]) => void }; pageIdx: number }

/** Makes PDFium display a whole page, as pdf.js does, if the crop box is outside the page. */
export function ignoreEmptyCrop(page: PDFiumPage): void {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const { module, pageIdx } = page as unknown as Internals
  if (originalWidth <= 0 || originalHeight <= 0) module._FPDFPage_SetCropBox(pageIdx, 0, 0, 0, 0)
}
