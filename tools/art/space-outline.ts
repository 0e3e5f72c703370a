import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'

const lettersOf = (title: string) => title.replace(/[\s\u00ad]+/g, '')

/** Restores spaces in the outline titles of a PDF: Chromium omits the space at the end of each line of a heading. */
export async function spaceOutline(printed: Buffer, headings: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.load(printed, { updateMetadata: false })
  const written = new Map(headings.map((heading) => [lettersOf(heading), heading.replace(/\s+/g, ' ').trim()]))
  const spaceFrom = (item: PDFDict | undefined) => {
    for (let each = item; each; each = each.lookupMaybe(PDFName.of('Next'), PDFDict)) {
      const title = each.lookupMaybe(PDFName.of('Title'), PDFString, PDFHexString)?.decodeText() ?? ''
      const heading = written.get(lettersOf(title))
      if (heading) each.set(PDFName.of('Title'), PDFHexString.fromText(heading))
      spaceFrom(each.lookupMaybe(PDFName.of('First'), PDFDict))
    }
  }
  spaceFrom(pdf.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict)?.lookupMaybe(PDFName.of('First'), PDFDict))
  return Buffer.from(await pdf.save())
}
