import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFPage, PDFRawStream } from 'pdf-lib'

const [CONTENT_BOX, PAPER_BOX, RESOURCES] = ['CropBox', 'MediaBox', 'Resources'].map((key) => PDFName.of(key)) as [
  PDFName,
  PDFName,
  PDFName,
]

/** Returns the content streams of a page. */
export function streamsOf({ node, doc: { context } }: PDFPage): PDFRawStream[] {
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((item) => context.lookup(item)) : [contents]
  return streams.filter((stream) => stream instanceof PDFRawStream)
}

/** Returns the resources of a page, including inherited resources. */
export function resourcesOf({ node, doc: { context } }: PDFPage): PDFDict | undefined {
  const found = context.lookup(node.getInheritableAttribute(RESOURCES))
  return found instanceof PDFDict ? found : undefined
}

/** Returns the visible box of a page: its crop box or media box. */
export function boxOf({ node }: PDFPage): PDFObject | undefined {
  return node.getInheritableAttribute(CONTENT_BOX) ?? node.getInheritableAttribute(PAPER_BOX)
}
