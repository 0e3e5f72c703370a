import { PDFDocument, PDFName } from 'pdf-lib'

/** Builds a small PDF with pages that take seconds to render, because of repeated full-page curves. `costly` lists page numbers, from 1. */
export async function buildCostlyPdf({ pages = 2, costly = [1], curves = 40_000 } = {}): Promise<Buffer> {
  const document = await PDFDocument.create()
  const content = document.context.register(
    document.context.flateStream('0 0 m 100 400 200 20 300 420 c 150 300 50 50 0 0 c f\n'.repeat(curves)),
  )
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([300, 420])
    if (costly.includes(number)) page.node.set(PDFName.of('Contents'), content)
    else page.drawRectangle({ width: 100, height: number })
  }
  return Buffer.from(await document.save())
}
