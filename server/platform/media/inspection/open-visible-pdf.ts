import { readFile, stat } from 'node:fs/promises'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { withoutHiddenContent } from './hidden-content.ts'
import { InspectionError } from './inspection-errors.ts'
import { openPdf } from './open-pdf.ts'

/** Larger files can't be held in memory twice. */
const MAX_BYTES = 128 * 1024 * 1024

/** `data` is what the document was opened from, where that is not the file itself. */
type VisiblePdf = { document: PDFDocumentProxy; data?: Uint8Array }

/** Opens a PDF for reading its texts: without what is in layers that are off. Undefined when it needs a password. */
export async function openVisiblePdf(path: string): Promise<VisiblePdf | undefined> {
  const document = await openPdf(path)
  if (!document) return undefined
  const visible = await onlyVisible(document, path)
  if (visible.document !== document) await document.loadingTask.destroy()
  return visible
}

/** The same document when it hides nothing, else another one. */
export async function onlyVisible(document: PDFDocumentProxy, path: string): Promise<VisiblePdf> {
  const layers = [...(await document.getOptionalContentConfig())] as [string, { visible: boolean }][]
  if (layers.length === 0) return { document }
  const allOn = layers.every(([, { visible }]) => visible)
  if ((await stat(path)).size > MAX_BYTES) {
    if (allOn) return { document }
    throw new InspectionError('It has hidden layers, and is too large to be read without them.')
  }
  const data = await read(path).catch((error: unknown) => {
    if (!allOn) throw error
  })
  return data ? { document: (await openPdf(data)) as PDFDocumentProxy, data } : { document }
}

/** A process reads one file, in several tasks. */
let known: { path: string; data: Promise<Uint8Array | undefined> } | undefined

function read(path: string): Promise<Uint8Array | undefined> {
  if (known?.path !== path) known = { path, data: readFile(path).then(withoutHiddenContent) }
  return known.data
}
