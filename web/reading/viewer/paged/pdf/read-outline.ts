import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { OutlineEntry } from '#web/reading/viewer/book/page-source.ts'

/* Limits of the entries, depth and titles of an outline, equal to those on the server. */
const MAX_ENTRIES = 2000
const MAX_DEPTH = 8
const MAX_TITLE = 300

type OutlinedPdf = Pick<PDFDocumentProxy, 'getOutline' | 'getDestination' | 'getPageIndex' | 'numPages'>
type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

/** Reads the outline of a document, in document order. Entries that resolve to no page are omitted. */
export async function readOutline(pdf: OutlinedPdf): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  async function add(nodes: Node[], depth: number) {
    for (const { title, dest, items } of nodes) {
      if (entries.length >= MAX_ENTRIES) return
      const text = title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE)
      const page = text && (await findPage(pdf, dest).catch(() => undefined))
      if (page) entries.push({ title: text, page, depth })
      if (depth < MAX_DEPTH) await add(items, depth + 1)
    }
  }
  await add((await pdf.getOutline()) ?? [], 0)
  return entries
}

async function findPage(pdf: OutlinedPdf, destination: Node['dest']): Promise<number | undefined> {
  const [target] = (typeof destination === 'string' ? await pdf.getDestination(destination) : destination) ?? []
  if (target === null || target === undefined) return undefined
  // The target is a page reference or a page index.
  const index = typeof target === 'number' ? target : await pdf.getPageIndex(target)
  return Number.isInteger(index) && index >= 0 && index < pdf.numPages ? index + 1 : undefined
}
