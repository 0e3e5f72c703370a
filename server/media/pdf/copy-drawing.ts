import { PDFArray, type PDFContext, PDFDict, PDFNull, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { isDictionary, isName, type Operand, type Operation, readOperations } from './content-stream.ts'
import { createColorCopier } from './copy-colors.ts'
import { createFontCopier, type Font } from './copy-fonts.ts'
import { createLayerCopier } from './copy-layers.ts'
import { type Copy, createObjectCopier, type Fields, fields, firstOf, later, name } from './copy-objects.ts'
import { readContent } from './decode-content.ts'

/** Copies an object with inherited resources: a form or pattern without its own resources uses those of the stream that draws it. */
type CopyInContext = (value: PDFObject | undefined, resources: PDFDict | undefined) => PDFObject | undefined

/** Default color spaces, which a content stream uses without naming them. */
const DEFAULT_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']
const OWN_SPACES = new Set('DeviceGray DeviceRGB DeviceCMYK Pattern G RGB CMYK I'.split(' '))

const inContext =
  (copy: CopyInContext, resources: PDFDict | undefined): Copy =>
  (value) =>
    copy(value, resources)

/**
 * Copies the objects that content streams draw from one PDF to another. Only the required entries of each object, the resources named in
 * the streams, and the shown character codes of each font are copied, since resources shared with other pages would reveal their content.
 */
export function createDrawingCopier(source: PDFContext, target: PDFContext) {
  const objects = createObjectCopier(source, target)
  const { resolve, plain, text, dictOf, streamOf, shared, data } = objects
  const { func, functions, colorSpace } = createColorCopier(objects)
  const { groups, optionalContent } = createLayerCopier(objects)
  const { font, finishFonts } = createFontCopier(objects, addResources)

  const transparency: Copy = dictOf({ ...fields('Type S I K', plain), CS: colorSpace })
  const imageFields: Fields = {
    ...fields('Type Subtype Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte', plain),
    ColorSpace: colorSpace,
    Mask: firstOf(
      plain,
      later(() => image),
    ),
    SMask: later(() => image),
    OC: optionalContent,
  }
  const image: Copy = shared(streamOf(imageFields))

  /** Copies a stream once for each resource dictionary: names in the stream refer to its own resources, or else to the inherited ones. */
  function drawing(extra: Fields) {
    const copies = new Map<PDFObject, Map<PDFDict | undefined, PDFRef>>()
    return (value: PDFObject | undefined, inherited: PDFDict | undefined): PDFObject | undefined => {
      const found = resolve(value)
      if (!(found instanceof PDFRawStream)) return undefined
      const own = resolve(found.dict.get(name('Resources')))
      const resources = own instanceof PDFDict ? own : inherited
      const known = copies.get(found) ?? new Map<PDFDict | undefined, PDFRef>()
      copies.set(found, known)
      const before = known.get(resources)
      if (before) return before
      const ref = target.nextRef()
      known.set(resources, ref)
      const copied = streamOf(extra)(found) as PDFRawStream
      copied.dict.set(name('Resources'), copyResources([found], resources))
      target.assign(ref, copied)
      return ref
    }
  }
  const form = drawing({ ...fields('Type Subtype FormType BBox Matrix', plain), Group: transparency, OC: optionalContent })
  const tiling = drawing(fields('Type PatternType PaintType TilingType BBox XStep YStep Matrix', plain))

  const drawable = (value: PDFObject | undefined, resources: PDFDict | undefined) => {
    const found = resolve(value)
    const subtype = found instanceof PDFRawStream ? resolve(found.dict.get(name('Subtype'))) : undefined
    if (subtype === name('Image')) return image(found)
    return subtype === name('Form') ? form(found, resources) : undefined
  }

  const fontWithSize = (value: PDFObject | undefined, resources: PDFDict | undefined) => {
    const found = resolve(value)
    if (!(found instanceof PDFArray)) return undefined
    return target.obj([font(found.get(0), resources)?.ref ?? PDFNull, plain(found.get(1)) ?? PDFNull])
  }

  const graphicsState = (value: PDFObject | undefined, resources: PDFDict | undefined) => {
    const mask = dictOf({ ...fields('Type S BC', plain), G: inContext(form, resources), TR: firstOf(func, plain) })
    return dictOf({
      ...fields('Type LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK', plain),
      Font: inContext(fontWithSize, resources),
      SMask: firstOf(plain, mask),
      ...fields('TR TR2', firstOf(functions, plain)),
    })(value)
  }

  const shadingFields: Fields = {
    ...fields('ShadingType Background BBox AntiAlias Coords Domain Extend Matrix BitsPerCoordinate BitsPerComponent BitsPerFlag', plain),
    ...fields('Decode VerticesPerRow', plain),
    ColorSpace: colorSpace,
    Function: functions,
  }
  const shading = shared(firstOf(streamOf(shadingFields), dictOf(shadingFields)))
  const pattern = (value: PDFObject | undefined, resources: PDFDict | undefined) => {
    const found = resolve(value)
    if (found instanceof PDFRawStream) return tiling(found, resources)
    return dictOf({ ...fields('Type PatternType Matrix', plain), Shading: shading, ExtGState: inContext(graphicsState, resources) })(found)
  }

  const properties: Copy = (value) => optionalContent(value) ?? PDFDict.withContext(target)

  const copiers: Record<string, CopyInContext> = {
    XObject: drawable,
    ExtGState: graphicsState,
    ColorSpace: colorSpace,
    Pattern: pattern,
    Shading: shading,
    Properties: properties,
    Font: (value, resources) => font(value, resources)?.ref,
  }

  function copyResources(streams: PDFRawStream[], resources: PDFDict | undefined): PDFDict {
    const copied = PDFDict.withContext(target)
    addResources(streams, resources, copied)
    return copied
  }

  /** Adds the resources that the streams name to `copied`. */
  function addResources(streams: PDFRawStream[], resources: PDFDict | undefined, copied: PDFDict) {
    const find = (category: string, key: string) => {
      const list = resolve(resources?.get(name(category)))
      return list instanceof PDFDict ? list.get(name(key)) : undefined
    }
    function copyUsed(category: string, operand: Operand | undefined) {
      if (!isName(operand)) return
      const found = find(category, operand.name)
      const known = copied.lookup(name(category))
      const list = known instanceof PDFDict ? known : PDFDict.withContext(target)
      if (found === undefined || list.has(name(operand.name))) return
      const item = copiers[category]?.(found, resources)
      if (!item) return
      list.set(name(operand.name), item)
      copied.set(name(category), list)
    }
    for (const space of DEFAULT_SPACES) copyUsed('ColorSpace', { name: space })
    const content = readContent(streams)
    let current: Font | undefined
    const stack: (Font | undefined)[] = []
    for (const operation of readOperations(content)) {
      const { operator, operands } = operation
      const last = operands.at(-1)
      if (operator === 'q') stack.push(current)
      else if (operator === 'Q') current = stack.length > 0 ? stack.pop() : current
      else if (operator === 'Do') copyUsed('XObject', last)
      else if (operator === 'sh') copyUsed('Shading', last)
      else if (operator === 'cs' || operator === 'CS') copyUsed('ColorSpace', last)
      else if (operator === 'scn' || operator === 'SCN') copyUsed('Pattern', last)
      else if (operator === 'BDC' || operator === 'DP') copyUsed('Properties', last)
      else if (operator === 'BI') for (const space of inlineSpaces(operation)) copyUsed('ColorSpace', space)
      else if (operator === 'gs') {
        copyUsed('ExtGState', last)
        const state = isName(last) ? resolve(find('ExtGState', last.name)) : undefined
        const set = state instanceof PDFDict ? resolve(state.get(name('Font'))) : undefined
        if (set instanceof PDFArray) current = font(set.get(0), resources)
      } else if (operator === 'Tf') {
        const [key] = operands.slice(-2)
        copyUsed('Font', key)
        current = isName(key) ? font(find('Font', key.name), resources) : undefined
      } else if (['Tj', 'TJ', "'", '"'].includes(operator)) for (const shown of textsIn(operands)) current?.codes.add(shown)
    }
  }

  return { copyResources, finishFonts, plain, text, transparency, content: data, groups, resolve }
}

function inlineSpaces({ operands }: Operation): Operand[] {
  const [dict] = operands
  if (!isDictionary(dict)) return []
  const space = dict.entries.get('CS') ?? dict.entries.get('ColorSpace')
  return (Array.isArray(space) ? space : [space ?? null]).filter((one) => isName(one) && !OWN_SPACES.has(one.name))
}

function textsIn(operands: Operand[]): string[] {
  return operands.flatMap((operand) => (Array.isArray(operand) ? textsIn(operand) : typeof operand === 'string' ? [operand] : []))
}
