import { readFile, writeFile } from 'node:fs/promises'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { MAX_PAGES } from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { openPdf } from './open-pdf.ts'

const [KIDS, PARENT, COUNT, TYPE] = ['Kids', 'Parent', 'Count', 'Type'].map((key) => PDFName.of(key)) as [
  PDFName,
  PDFName,
  PDFName,
  PDFName,
]

/**
 * Writes a copy of a PDF to `target` in which each occurrence of a page in the page tree has a separate object. Links and the outline lead
 * to the first occurrence. Returns the number of pages. Runs in the sandbox process.
 */
export async function repairPageTree(path: string, target: string): Promise<number> {
  const document = await PDFDocument.load(await readFile(path), { updateMetadata: false })
  const { context, catalog } = document
  const used = new Set<PDFRef>()
  let leaves = 0

  /** Returns a node of the page tree, copied if the tree already contains the node, and the number of pages below the node. */
  function place(item: PDFObject, parent: PDFRef, path: Set<PDFObject>): [PDFRef, number] | undefined {
    const node = context.lookup(item)
    if (!(node instanceof PDFDict) || path.has(node)) return undefined
    const isOwn = item instanceof PDFRef && !used.has(item)
    const ref = isOwn ? item : context.nextRef()
    used.add(ref)
    const own = isOwn ? node : node.clone(context)
    own.set(PARENT, parent)
    context.assign(ref, own)
    const kids = context.lookup(own.get(KIDS))
    if (!(kids instanceof PDFArray) || context.lookup(own.get(TYPE)) === PDFName.of('Page')) {
      leaves += 1
      if (leaves > MAX_PAGES) throw new InvalidFileError(`It has more than ${MAX_PAGES} pages.`)
      return [ref, 1]
    }
    return [ref, placeKids(own, kids, { ref, path: new Set(path).add(node) })]
  }

  function placeKids(node: PDFDict, kids: PDFArray, { ref, path }: { ref: PDFRef; path: Set<PDFObject> }): number {
    const placed = kids.asArray().flatMap((kid) => {
      const found = place(kid, ref, path)
      return found ? [found] : []
    })
    const count = placed.reduce((sum, [, pages]) => sum + pages, 0)
    node.set(KIDS, context.obj(placed.map(([kid]) => kid)))
    node.set(COUNT, PDFNumber.of(count))
    return count
  }

  const ref = catalog.get(PDFName.of('Pages'))
  const root = context.lookup(ref)
  const kids = root instanceof PDFDict ? context.lookup(root.get(KIDS)) : undefined
  if (!(ref instanceof PDFRef) || !(root instanceof PDFDict) || !(kids instanceof PDFArray))
    throw new InvalidFileError('Its list of pages is damaged.')
  used.add(ref)
  placeKids(root, kids, { ref, path: new Set([root]) })
  await writeFile(target, await document.save({ addDefaultPage: false, updateFieldAppearances: false }), { flag: 'wx' })

  const repaired = await openPdf(target)
  const pageCount = repaired?.numPages ?? 0
  await repaired?.getPage(pageCount)
  return pageCount
}
