import { PDFDocument, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'

/** Format of a page scanned for reading on a phone: about 100 KB as a JPEG. */
const SCAN = { width: 1000, height: 1400, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 160, sigma: 17 } } as const
const PAPER: [number, number] = [360, 504]

/** Builds a book of scanned pages with a line of text on each; no two books have the same bytes. */
export async function buildScannedBook({ title, pages }: { title: string; pages: number }): Promise<Blob> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  const font = await document.embedFont(StandardFonts.Helvetica)
  const scan = await sharp({ create: SCAN }).jpeg({ quality: 40 }).toBuffer()
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage(PAPER)
    // The scan is embedded separately for each page, so that pages don't share an image.
    page.drawImage(await document.embedJpg(scan), { x: 0, y: 0, width: PAPER[0], height: PAPER[1] })
    page.drawText(`Page ${number} of ${title}`, { x: 24, y: 24, size: 12, font })
  }
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}
