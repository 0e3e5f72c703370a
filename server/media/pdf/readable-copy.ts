import { PDFArray, type PDFContext, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { readActualText, readStructureTexts, tagOf } from './actual-text.ts'
import { isName, type Operation, readOperations } from './content-stream.ts'
import { readContent } from './decode-content.ts'
import { resourcesOf, streamsOf } from './page-content.ts'

const MAX_DEPTH = 32
/** Hidden operators that show text are reduced to their moves to the next line, on which the position of later text depends. */
const MOVES: Record<string, string> = { "'": 'T*', '"': 'T*', Tj: '', TJ: '' }
const OTHER_DRAWING = new Set(['Do', 'sh', 'BI'])

const name = (text: string) => PDFName.of(text)

type IsVisible = (content: PDFObject | undefined) => boolean

/**
 * Returns a copy of a PDF from which pdf.js reads what readers see: without the texts, drawings and annotations of hidden layers (ISO
 * 32000-1 §8.11), and with tags for texts that stand for glyphs (`actual-text.ts`). A layer is on or off as in PDFium, which draws the
 * pages. Returns undefined if the PDF has neither.
 */
export async function toReadableCopy(data: Uint8Array): Promise<Uint8Array | undefined> {
  const document = await PDFDocument.load(data, { updateMetadata: false })
  const { context } = document
  const isVisible = readVisibility(document)
  const structure = readStructureTexts(document)
  const rules = { context, isVisible, hasLayers: document.catalog.has(name('OCProperties')) }
  const cleaned = new Set<PDFObject>()
  let isChanged = false

  function cleanForms(resources: PDFDict | undefined) {
    const list = context.lookup(resources?.get(name('XObject')))
    for (const [, item] of list instanceof PDFDict ? list.entries() : []) {
      const form = context.lookup(item)
      if (!(form instanceof PDFRawStream) || !(item instanceof PDFRef) || cleaned.has(form)) continue
      cleaned.add(form)
      if (context.lookup(form.dict.get(name('Subtype'))) !== name('Form')) continue
      const own = context.lookup(form.dict.get(name('Resources')))
      const used = own instanceof PDFDict ? own : resources
      const content = rewrite([form], used, rules)
      if (content) context.assign(item, repack(form, content, context))
      isChanged ||= content !== undefined
      cleanForms(used)
    }
  }

  for (const page of document.getPages()) {
    const { node } = page
    const used = resourcesOf(page)
    const content = rewrite(streamsOf(page), used, { ...rules, texts: structure.get(node) })
    cleanForms(used)
    const annotations = node.Annots()?.asArray() ?? []
    const shown = annotations.filter((item) => {
      const annotation = context.lookup(item)
      return !(annotation instanceof PDFDict) || isVisible(annotation.get(name('OC')))
    })
    if (content) node.set(name('Contents'), context.register(context.flateStream(content)))
    isChanged ||= content !== undefined || shown.length < annotations.length
    if (shown.length < annotations.length) node.set(name('Annots'), context.obj(shown))
  }
  if (!isChanged) return undefined
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}

function repack(form: PDFRawStream, content: Buffer, context: PDFContext): PDFRawStream {
  const packed = context.flateStream(content)
  for (const [key, value] of form.dict.entries())
    if (!['Filter', 'DecodeParms', 'Length'].some((own) => name(own) === key)) packed.dict.set(key, value)
  return packed
}

type Rules = {
  context: PDFContext
  isVisible: IsVisible
  hasLayers: boolean
  /** Texts of the structure tree by the number of the page’s marked content */
  texts?: ReadonlyMap<number, string> | undefined
}

/** Returns the content of the streams without hidden parts and with tags for texts; undefined if nothing changes. */
function rewrite(streams: PDFRawStream[], resources: PDFDict | undefined, rules: Rules): Buffer | undefined {
  try {
    return rewriteContent(readContent(streams), resources, rules)
  } catch {
    // Content that can’t be decompressed is replaced by a space if a part of it may be hidden.
    return rules.hasLayers ? Buffer.from(' ') : undefined
  }
}

function rewriteContent(content: Buffer, resources: PDFDict | undefined, { context, isVisible, texts }: Rules): Buffer | undefined {
  const find = (category: string, { operands }: Operation) => {
    const list = context.lookup(resources?.get(name(category)))
    const key = operands.at(-1)
    return list instanceof PDFDict && isName(key) ? context.lookup(list.get(name(key.name))) : undefined
  }
  const kept: Buffer[] = []
  /** Stack of the open marked-content sequences; true for a hidden sequence. */
  const marks: boolean[] = []
  let at = 0
  for (const operation of readOperations(content)) {
    const { operator, operands, start, end } = operation
    const [tag] = operands
    if (operator === 'BMC') marks.push(false)
    else if (operator === 'BDC') marks.push(isName(tag) && tag.name === 'OC' && !isVisible(find('Properties', operation)))
    else if (operator === 'EMC') marks.pop()
    const text = readActualText(operation, resources, texts)
    if (text !== undefined) {
      kept.push(content.subarray(at, start), Buffer.from(` /${tagOf(text)} BMC `))
      at = end
      continue
    }
    const isHidden = marks.includes(true)
    const drawing = operator === 'Do' ? find('XObject', operation) : undefined
    const isOff = drawing instanceof PDFRawStream && !isVisible(drawing.dict.get(name('OC')))
    const move = MOVES[operator]
    if (!isOff && !(isHidden && (move !== undefined || OTHER_DRAWING.has(operator)))) continue
    kept.push(content.subarray(at, start), Buffer.from(` ${move ?? ''} `))
    if (operator === '"') kept.push(Buffer.from(`${Number(operands[0])} Tw ${Number(operands[1])} Tc `))
    at = end
  }
  if (at === 0) return undefined
  kept.push(content.subarray(at))
  return Buffer.concat(kept)
}

function readVisibility({ context, catalog }: PDFDocument): IsVisible {
  const dictOf = (value: PDFObject | undefined) => {
    const found = context.lookup(value)
    return found instanceof PDFDict ? found : undefined
  }
  const listOf = (value: PDFObject | undefined) => {
    const found = context.lookup(value)
    return found instanceof PDFArray ? found.asArray() : []
  }
  const nameOf = (value: PDFObject | undefined) => {
    const found = context.lookup(value)
    return found instanceof PDFName ? found.decodeText() : undefined
  }
  const config = dictOf(dictOf(catalog.get(name('OCProperties')))?.get(name('D')))
  const members = (key: string) => new Set(listOf(config?.get(name(key))).map((item) => context.lookup(item)))
  const [on, off] = [members('ON'), members('OFF')]
  const isOnAtFirst = nameOf(config?.get(name('BaseState'))) !== 'OFF'

  function isGroupVisible(group: PDFDict): boolean {
    const state = nameOf(dictOf(dictOf(group.get(name('Usage')))?.get(name('View')))?.get(name('ViewState')))
    if (state !== undefined) return state !== 'OFF'
    return off.has(group) ? false : on.has(group) || isOnAtFirst
  }

  function isMembershipVisible(content: PDFDict): boolean {
    const expression = context.lookup(content.get(name('VE')))
    if (expression instanceof PDFArray) return evaluate(expression, 0)
    const one = dictOf(content.get(name('OCGs')))
    const groups = one ? [one] : listOf(content.get(name('OCGs'))).flatMap((item) => dictOf(item) ?? [])
    if (groups.length === 0) return true
    const states = groups.map(isGroupVisible)
    const policy = one ? 'AnyOn' : (nameOf(content.get(name('P'))) ?? 'AnyOn')
    if (policy === 'AllOn') return states.every((state) => state)
    if (policy === 'AnyOff') return states.some((state) => !state)
    if (policy === 'AllOff') return states.every((state) => !state)
    return states.some((state) => state)
  }

  function evaluate(expression: PDFArray, depth: number): boolean {
    const [operator, ...operands] = expression.asArray()
    const states =
      depth > MAX_DEPTH
        ? []
        : operands.map((item) => {
            const found = context.lookup(item)
            return found instanceof PDFArray ? evaluate(found, depth + 1) : !(found instanceof PDFDict) || isGroupVisible(found)
          })
    const kind = nameOf(operator)
    if (kind === 'Not') return states[0] === false
    return kind === 'Or' ? states.includes(true) : !states.includes(false) && states.length > 0
  }

  return (value) => {
    const content = dictOf(value)
    if (!content) return true
    return nameOf(content.get(name('Type'))) === 'OCMD' ? isMembershipVisible(content) : isGroupVisible(content)
  }
}
