import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFObject, type PDFPage, PDFRef, PDFString } from 'pdf-lib'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { createDrawingCopier } from './copy-drawing.ts'
import { boxOf, resourcesOf, streamsOf } from './page-content.ts'
import { readPlacements } from './read-placements.ts'

type Copier = ReturnType<typeof createDrawingCopier>

const PAGE = 'MediaBox CropBox Rotate UserUnit'.split(' ').map((key) => PDFName.of(key))
const LINK = 'Rect Border C F H'.split(' ').map((key) => PDFName.of(key))

/** Minimum visible share of a drawing that merely bleeds off the page. A drawing with a smaller share may be part of a larger page. */
const LEAST_VISIBLE = 0.8

const name = (text: string) => PDFName.of(text)

/**
 * Builds a PDF of the first `pageCount` pages of an extracted PDF from the objects that these pages draw, and their links. Scripts,
 * attachments, forms, the outline and objects of other pages are not copied (docs/decisions/0067). `next` means that the extracted PDF also
 * contains the page after the preview.
 */
export async function rebuildPreview(data: Uint8Array, { pageCount, next }: { pageCount: number; next: boolean }): Promise<Uint8Array> {
  const source = await PDFDocument.load(data, { updateMetadata: false })
  const target = await PDFDocument.create({ updateMetadata: false })
  const pages = source.getPages()
  const shown = pages.slice(0, pageCount)
  if (shown.length !== pageCount) throw new InvalidFileError('Its pages can’t be extracted.')
  if (next) for (const page of pages.slice(pageCount, pageCount + 1)) refuseSharedContent(shown, page)

  const copier = createDrawingCopier(source.context, target.context)
  const copies = new Map<PDFObject, PDFPage>(shown.map((page) => [page.node, target.addPage()]))
  for (const page of shown) copyPage(page, copies, { copier, target })
  copier.finishFonts()
  copyCatalog(source, target, { copier, pageCount })
  return target.save({ addDefaultPage: false, updateFieldAppearances: false })
}

function copyPage(page: PDFPage, copies: Map<PDFObject, PDFPage>, { copier, target }: { copier: Copier; target: PDFDocument }) {
  const { node, doc } = page
  const copy = copies.get(node)?.node
  if (!copy) return
  for (const key of PAGE) {
    const value = copier.plain(node.getInheritableAttribute(key))
    if (value) copy.set(key, value)
  }
  const group = copier.transparency(node.get(name('Group')))
  if (group) copy.set(name('Group'), group)
  const streams = streamsOf(page)
  copy.set(name('Resources'), copier.copyResources(streams, resourcesOf(page)))
  copy.set(name('Contents'), target.context.obj(streams.flatMap((stream) => copier.content(stream) ?? [])))
  const links = (node.Annots()?.asArray() ?? []).flatMap((item) => copyLink(doc.context.lookup(item), copies, { copier, target }) ?? [])
  if (links.length > 0) copy.set(name('Annots'), target.context.obj(links))
}

/** Copies web and email links, and links to pages of the preview. */
function copyLink(
  link: PDFObject | undefined,
  copies: Map<PDFObject, PDFPage>,
  { copier, target }: { copier: Copier; target: PDFDocument },
): PDFRef | undefined {
  if (!(link instanceof PDFDict) || copier.resolve(link.get(name('Subtype'))) !== name('Link')) return undefined
  const action = copier.resolve(link.get(name('A')))
  const destination = copier.resolve(action instanceof PDFDict ? action.get(name('D')) : link.get(name('Dest')))
  const copy = target.context.obj({ Type: 'Annot', Subtype: 'Link' })
  for (const key of LINK) {
    const value = copier.plain(link.get(key))
    if (value) copy.set(key, value)
  }
  if (destination instanceof PDFArray) {
    const [page, ...place] = destination.asArray()
    const ref = page instanceof PDFRef ? copies.get(copier.resolve(page) as PDFObject)?.ref : undefined
    if (!ref) return undefined
    copy.set(name('Dest'), target.context.obj([ref, ...place.flatMap((item) => copier.plain(item) ?? [])]))
    return target.context.register(copy)
  }
  const uri =
    action instanceof PDFDict && copier.resolve(action.get(name('S'))) === name('URI') ? copier.resolve(action.get(name('URI'))) : undefined
  if (!(uri instanceof PDFString || uri instanceof PDFHexString) || !/^(https?|mailto):/i.test(uri.decodeText())) return undefined
  copy.set(name('A'), target.context.obj({ S: 'URI', URI: uri }))
  return target.context.register(copy)
}

function copyCatalog(source: PDFDocument, target: PDFDocument, { copier, pageCount }: { copier: Copier; pageCount: number }) {
  const { catalog, context } = target
  const language = copier.text(source.catalog.get(name('Lang')))
  if (language) catalog.set(name('Lang'), language)
  const labels = copyLabels(source, { copier, target, pageCount })
  if (labels) catalog.set(name('PageLabels'), labels)
  if (copier.groups.size === 0) return
  const properties = copier.resolve(source.catalog.get(name('OCProperties')))
  const usual = properties instanceof PDFDict ? copier.resolve(properties.get(name('D'))) : undefined
  const config = context.obj({})
  const onlyCopied = (value: PDFObject | undefined) => {
    const list = copier.resolve(value)
    const groups = list instanceof PDFArray ? list.asArray().map((item) => copier.groups.get(copier.resolve(item) as PDFObject)) : []
    return context.obj(groups.filter((group) => group !== undefined))
  }
  if (usual instanceof PDFDict) {
    for (const key of ['BaseState', 'Intent']) {
      const value = copier.plain(usual.get(name(key)))
      if (value) config.set(name(key), value)
    }
    for (const key of ['ON', 'OFF']) config.set(name(key), onlyCopied(usual.get(name(key))))
    const events = copier.resolve(usual.get(name('AS')))
    const copied = (events instanceof PDFArray ? events.asArray() : []).flatMap((item) => {
      const event = copier.resolve(item)
      if (!(event instanceof PDFDict)) return []
      const copy = context.obj({ OCGs: onlyCopied(event.get(name('OCGs'))) })
      for (const key of ['Event', 'Category']) copy.set(name(key), copier.plain(event.get(name(key))) ?? context.obj([]))
      return [copy]
    })
    if (copied.length > 0) config.set(name('AS'), context.obj(copied))
  }
  catalog.set(name('OCProperties'), context.obj({ OCGs: context.obj([...copier.groups.values()]), D: config }))
}

/** Copies the page labels of the preview; returns undefined if the label tree of the PDF has more than one node. */
function copyLabels(source: PDFDocument, { copier, target, pageCount }: { copier: Copier; target: PDFDocument; pageCount: number }) {
  const tree = copier.resolve(source.catalog.get(name('PageLabels')))
  const numbers = tree instanceof PDFDict ? copier.resolve(tree.get(name('Nums'))) : undefined
  if (!(numbers instanceof PDFArray)) return undefined
  const kept: PDFObject[] = []
  for (let index = 0; index + 1 < numbers.size(); index += 2) {
    const [first, label] = [numbers.lookup(index), numbers.lookup(index + 1)]
    if (!(first instanceof PDFNumber) || !(label instanceof PDFDict) || first.asNumber() >= pageCount) continue
    const copy = target.context.obj({})
    for (const [key, value] of [
      ['S', copier.plain(label.get(name('S')))],
      ['P', copier.text(label.get(name('P')))],
      ['St', copier.plain(label.get(name('St')))],
    ] as const)
      if (value) copy.set(name(key), value)
    kept.push(first, copy)
  }
  return target.context.obj({ Nums: target.context.obj(kept) })
}

/**
 * Refuses pages that are parts of one larger page: all of them contain the content of the larger page, and each page hides the parts that
 * other pages show.
 */
function refuseSharedContent(shown: PDFPage[], next: PDFPage) {
  const contentOf = ({ node }: PDFPage) => {
    const contents = node.get(name('Contents'))
    const list = node.Contents()
    return list instanceof PDFArray ? list.asArray() : [contents]
  }
  const theirs = new Set(contentOf(next))
  const isCut = shown.some(
    (page) => String(boxOf(page)) !== String(boxOf(next)) && contentOf(page).some((item) => item instanceof PDFRef && theirs.has(item)),
  )
  if (isCut || findParts(shown, next)) throw new InvalidFileError('Its pages show parts of one larger page.')
}

/** Returns whether the next page draws, at another position, an image or form that is partly hidden on a page of the preview. */
function findParts(shown: PDFPage[], next: PDFPage): boolean {
  const parts = shown.flatMap(readPlacements).filter(({ visible }) => visible < LEAST_VISIBLE)
  if (parts.length === 0) return false
  const others = readPlacements(next)
  return parts.some((part) => others.some(({ object, matrix }) => object === part.object && String(matrix) !== String(part.matrix)))
}
