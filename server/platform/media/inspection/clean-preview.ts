import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import { InspectionError } from './inspection-errors.ts'

const CATALOG = namesOf('Type Pages Lang OCProperties PageLabels')
const PAGE = namesOf('Type Parent MediaBox CropBox Rotate UserUnit Resources Contents Group Annots')
const LINK = namesOf('Type Subtype Rect Border C F H A Dest')
const ACTION = namesOf('Type S URI D')
/** Where programs leave private copies, previews, alternatives and scripts. */
const BAGGAGE = namesOf('AA AF Alternates B JS Metadata OPI PieceInfo StructParent StructParents Thumb')
/** The resources that can hold other pages' contents. Some programs give every page one and the same list of them. */
const CONTENT_RESOURCES = namesOf('XObject Pattern')

const name = (text: string) => PDFName.of(text)

/**
 * Keeps of a cut PDF what is needed to show its pages, and nothing that can only be reached otherwise: no scripts,
 * attachments, forms or outline, and no picture that no kept page draws. Throws when other pages are left than the first `pageCount`.
 */
export async function cleanPreview(data: Uint8Array, pageCount: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(data, { updateMetadata: false })
  const { context, catalog } = document
  const all = document.getPages()
  for (let index = all.length - 1; index >= pageCount; index -= 1) document.removePage(index)
  const pages = all.slice(0, pageCount)
  keepOnly(catalog, CATALOG)
  for (const page of pages) cleanPage(page, new Set(pages.map(({ ref }) => ref)))

  const reached = reach(context, catalog)
  for (const [ref] of context.enumerateIndirectObjects())
    if (!reached.refs.has(ref) && ref !== context.trailerInfo.Root) context.delete(ref)
  context.trailerInfo.Info = undefined
  if (pages.length !== pageCount || reached.pages !== pageCount) throw new InspectionError('Its pages can’t be taken apart.')
  return document.save({ addDefaultPage: false, updateFieldAppearances: false })
}

function cleanPage({ node, doc: { context } }: PDFPage, kept: Set<PDFRef>) {
  keepOnly(node, PAGE)
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((item) => context.lookup(item)) : [contents]
  const resources = node.Resources()
  if (resources) node.set(name('Resources'), withoutUnused(context, resources, streams))

  const annotations = node.Annots()?.asArray() ?? []
  const links = annotations.filter((item) => isHarmlessLink(context, item, kept))
  node.set(name('Annots'), context.obj(links))
}

/** Addresses on the web, and places on the pages that are there. */
function isHarmlessLink(context: PDFContext, item: PDFObject, kept: Set<PDFRef>) {
  const link = context.lookup(item)
  if (!(link instanceof PDFDict) || link.get(name('Subtype')) !== name('Link')) return false
  keepOnly(link, LINK)
  const action = link.lookup(name('A'))
  const place = action instanceof PDFDict ? action.lookup(name('D')) : link.lookup(name('Dest'))
  if (place instanceof PDFArray) {
    const page = place.asArray()[0]
    return page instanceof PDFRef && kept.has(page)
  }
  if (!(action instanceof PDFDict) || action.get(name('S')) !== name('URI')) return false
  keepOnly(action, ACTION)
  const address = action.lookup(name('URI'))
  return (address instanceof PDFString || address instanceof PDFHexString) && /^(https?|mailto):/i.test(address.decodeText())
}

/** Walks everything that can be reached from the catalog, throwing the baggage overboard on the way. */
function reach(context: PDFContext, catalog: PDFDict) {
  const refs = new Set<PDFRef>()
  const containers = new Set<PDFObject>()
  let pages = 0
  const open: PDFObject[] = [catalog]
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFRef) {
      if (refs.has(object)) continue
      refs.add(object)
      const target = context.lookup(object)
      if (target) open.push(target)
    } else if (object instanceof PDFArray) {
      open.push(...object.asArray())
    } else if (object instanceof PDFDict || object instanceof PDFStream) {
      if (containers.has(object)) continue
      containers.add(object)
      const dict = object instanceof PDFStream ? object.dict : object
      for (const key of BAGGAGE) dict.delete(key)
      if (dict.get(name('Type')) === name('Page')) pages += 1
      const resources = object instanceof PDFStream && dict.lookup(name('Resources'))
      if (resources instanceof PDFDict) dict.set(name('Resources'), withoutUnused(context, resources, [object]))
      open.push(...dict.values())
    }
  }
  return { refs, pages }
}

/** A copy of the resources with only those drawings that the streams name. */
function withoutUnused(context: PDFContext, resources: PDFDict, streams: (PDFObject | undefined)[]) {
  const used = new Set(streams.flatMap((stream) => namesIn(stream)))
  const lists = [...CONTENT_RESOURCES].map((kind) => resources.lookup(kind)).filter((list) => list instanceof PDFDict)
  // A drawing without resources of its own uses those of the page.
  const drawings = lists.flatMap((list) => list.entries()).filter(([key]) => used.has(key))
  for (const [, item] of drawings) {
    const drawing = context.lookup(item)
    if (drawing instanceof PDFStream && drawing.dict.get(name('Subtype')) === name('Form') && !drawing.dict.has(name('Resources'))) {
      for (const key of namesIn(drawing)) used.add(key)
    }
  }
  const copy = resources.clone(context)
  for (const kind of CONTENT_RESOURCES) {
    const list = resources.lookup(kind)
    if (!(list instanceof PDFDict)) continue
    const kept = context.obj({})
    for (const [key, item] of list.entries()) if (used.has(key)) kept.set(key, item)
    copy.set(kind, kept)
  }
  return copy
}

function namesIn(stream: PDFObject | undefined) {
  // The glyph of a space may be a stream of nothing at all, which no decoder takes.
  if (!(stream instanceof PDFRawStream) || stream.contents.length === 0) return []
  const text = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  return (text.match(/\/[^\s/<>[\](){}%]+/g) ?? []).map((found) => name(found.slice(1)))
}

function keepOnly(dict: PDFDict, names: Set<PDFName>) {
  for (const key of dict.keys()) if (!names.has(key)) dict.delete(key)
}

function namesOf(text: string) {
  return new Set(text.split(' ').map((part) => PDFName.of(part)))
}
