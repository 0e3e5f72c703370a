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
/** Where programs store private copies, previews, alternatives and scripts. */
const PRIVATE_KEYS = namesOf('AA AF Alternates B JS Metadata OPI PieceInfo StructParent StructParents Thumb')
/** Resources that can contain other pages' contents: some programs give all pages the same list. */
const CONTENT_RESOURCES = namesOf('XObject Pattern')

const name = (text: string) => PDFName.of(text)

/**
 * Removes everything from an extracted PDF that is not needed to show its pages: scripts, attachments, forms, the outline, and pictures
 * that no page draws. Throws when the result is not exactly the first `pageCount` pages.
 */
export async function cleanPreview(data: Uint8Array, pageCount: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(data, { updateMetadata: false })
  const { context, catalog } = document
  const all = document.getPages()
  for (let index = all.length - 1; index >= pageCount; index -= 1) document.removePage(index)
  const pages = all.slice(0, pageCount)
  keepOnly(catalog, CATALOG)
  for (const page of pages) cleanPage(page, new Set(pages.map(({ ref }) => ref)))

  const reachable = collectReachable(context, catalog)
  for (const [ref] of context.enumerateIndirectObjects())
    if (!reachable.refs.has(ref) && ref !== context.trailerInfo.Root) context.delete(ref)
  context.trailerInfo.Info = undefined
  if (pages.length !== pageCount || reachable.pages !== pageCount) throw new InspectionError('Its pages can’t be taken apart.')
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

/** Accepts links to web and mail addresses, and to pages of the preview. */
function isHarmlessLink(context: PDFContext, item: PDFObject, kept: Set<PDFRef>) {
  const link = context.lookup(item)
  if (!(link instanceof PDFDict) || link.get(name('Subtype')) !== name('Link')) return false
  keepOnly(link, LINK)
  const action = link.lookup(name('A'))
  const destination = action instanceof PDFDict ? action.lookup(name('D')) : link.lookup(name('Dest'))
  if (destination instanceof PDFArray) {
    const page = destination.asArray()[0]
    return page instanceof PDFRef && kept.has(page)
  }
  if (!(action instanceof PDFDict) || action.get(name('S')) !== name('URI')) return false
  keepOnly(action, ACTION)
  const uri = action.lookup(name('URI'))
  return (uri instanceof PDFString || uri instanceof PDFHexString) && /^(https?|mailto):/i.test(uri.decodeText())
}

/** Finds all objects that the catalog refers to, and removes private keys from them. */
function collectReachable(context: PDFContext, catalog: PDFDict) {
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
      for (const key of PRIVATE_KEYS) dict.delete(key)
      if (dict.get(name('Type')) === name('Page')) pages += 1
      const resources = object instanceof PDFStream && dict.lookup(name('Resources'))
      if (resources instanceof PDFDict) dict.set(name('Resources'), withoutUnused(context, resources, [object]))
      open.push(...dict.values())
    }
  }
  return { refs, pages }
}

/** Copies the resources with only those drawings that the streams use. */
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
  // The glyph of a space may be an empty stream, which the decoder rejects.
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
