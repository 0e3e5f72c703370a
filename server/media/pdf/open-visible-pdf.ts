import { readFile, stat } from 'node:fs/promises'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { mentionsActualText } from './actual-text.ts'
import { openPdf } from './open-pdf.ts'
import { toReadableCopy } from './readable-copy.ts'

/** Maximum size of a PDF of which a copy is made, since two copies of the file must fit into memory. */
const MAX_BYTES = 128 * 1024 * 1024

/**
 * A PDF without hidden content, with tags for texts that stand for glyphs. `data` is the changed PDF from which the document was opened, or undefined if the document was opened from
 * the unchanged file.
 */
type VisiblePdf = { document: PDFDocumentProxy; data?: Uint8Array }

/** Opens a PDF for reading its texts, without content in layers that are off. Returns undefined if the PDF needs a password. */
export async function openVisiblePdf(path: string): Promise<VisiblePdf | undefined> {
  const document = await openPdf(path)
  if (!document) return undefined
  const visible = await onlyVisible(document, path)
  if (visible.document !== document) await document.loadingTask.destroy()
  return visible
}

/** Returns the given document if it can be read as it is, or else a document from a copy for reading (`readable-copy.ts`). */
export async function onlyVisible(document: PDFDocumentProxy, path: string): Promise<VisiblePdf> {
  const layers = [...(await document.getOptionalContentConfig())] as [string, { visible: boolean }][]
  const allOn = layers.every(([, { visible }]) => visible)
  if ((await stat(path)).size > MAX_BYTES) {
    if (allOn) return { document }
    throw new InvalidFileError('It has hidden layers and is too large to be read without them.')
  }
  const data = await read(path, layers.length > 0).catch((error: unknown) => {
    if (!allOn) throw error
  })
  return data ? { document: (await openPdf(data)) as PDFDocumentProxy, data } : { document }
}

/** Cached data of one file, since a sandbox process reads one file in several tasks. */
let known: { path: string; data: Promise<Uint8Array | undefined> } | undefined

function read(path: string, hasLayers: boolean): Promise<Uint8Array | undefined> {
  if (known?.path !== path) known = { path, data: readCopy(path, hasLayers) }
  return known.data
}

async function readCopy(path: string, hasLayers: boolean): Promise<Uint8Array | undefined> {
  const data = await readFile(path)
  return hasLayers || mentionsActualText(data) ? toReadableCopy(data) : undefined
}
