import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { isDictionary, isName, type Operand, type Operation, readOperations } from './content-stream.ts'
import { decodeContent, readContent } from './decode-content.ts'
import { createShownCodes, keptUnicodeMap, type ShownCodes } from './font-codes.ts'

/** Copies an object; returns undefined if nothing of the object is copied. */
type Copy = (value: PDFObject | undefined) => PDFObject | undefined
/** Copies an object with inherited resources: a form or pattern without resources uses those of the stream that draws it. */
type CopyInContext = (value: PDFObject | undefined, resources: PDFDict | undefined) => PDFObject | undefined
type Fields = Record<string, Copy>

const FILTERS = new Set(
  [
    'ASCIIHexDecode',
    'ASCII85Decode',
    'LZWDecode',
    'FlateDecode',
    'RunLengthDecode',
    'CCITTFaxDecode',
    'JBIG2Decode',
    'DCTDecode',
    'JPXDecode',
  ].map((text) => PDFName.of(text)),
)
/** Colour spaces that a content stream uses without naming them. */
const DEFAULT_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']
const OWN_SPACES = new Set('DeviceGray DeviceRGB DeviceCMYK Pattern G RGB CMYK I'.split(' '))

const name = (text: string) => PDFName.of(text)

const inContext =
  (copy: CopyInContext, resources: PDFDict | undefined): Copy =>
  (value) =>
    copy(value, resources)

/**
 * Copies the objects that content streams draw from one document to another: the entries of each object that drawing needs, the resources
 * that the streams name, and the codes of each font that the streams show. Entries and objects not listed here are omitted, so that
 * resources shared with other pages reveal nothing of these pages.
 */
export function createDrawingCopier(source: PDFContext, target: PDFContext) {
  const resolve = (value: PDFObject | undefined) => (value instanceof PDFRef ? source.lookup(value) : value)

  const plain: Copy = (value) => {
    const found = resolve(value)
    if (found instanceof PDFArray) return listOf(plain)(found)
    return found instanceof PDFNumber || found instanceof PDFBool || found instanceof PDFName || found === PDFNull ? found : undefined
  }
  const text: Copy = (value) => {
    const found = resolve(value)
    return found instanceof PDFString || found instanceof PDFHexString ? found : undefined
  }
  const listOf =
    (copy: Copy): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFArray)) return undefined
      const list = PDFArray.withContext(target)
      for (const item of found.asArray()) list.push(copy(item) ?? PDFNull)
      return list
    }
  const dictOf =
    (fields: Fields): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFDict)) return undefined
      const dict = PDFDict.withContext(target)
      for (const [key, copy] of Object.entries(fields)) {
        const item = found.has(name(key)) ? copy(found.get(name(key))) : undefined
        if (item) dict.set(name(key), item)
      }
      return dict
    }
  const streamOf =
    (fields: Fields): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFRawStream)) return undefined
      const dict = dictOf({ ...fields, Filter: filters, DecodeParms: decodeParameters })(found.dict)
      return dict instanceof PDFDict ? PDFRawStream.of(dict, found.contents) : undefined
    }
  const firstOf =
    (...copies: Copy[]): Copy =>
    (value) => {
      for (const copy of copies) {
        const found = copy(value)
        if (found) return found
      }
      return undefined
    }
  /** Copies an object once for all its uses, also for references to itself. */
  const shared = (copy: Copy): Copy => {
    const copies = new Map<PDFObject, PDFRef>()
    return (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFDict || found instanceof PDFArray || found instanceof PDFRawStream)) return copy(found)
      const known = copies.get(found)
      if (known) return known
      const ref = target.nextRef()
      copies.set(found, ref)
      target.assign(ref, copy(found) ?? PDFNull)
      return ref
    }
  }
  /** Defers a copy function that is defined further below. */
  const later =
    (copy: () => Copy): Copy =>
    (value) =>
      copy()(value)
  const fields = (names: string, copy: Copy): Fields => Object.fromEntries(names.split(' ').map((key) => [key, copy]))

  const filters: Copy = (value) => {
    const found = plain(value)
    const all = found instanceof PDFArray ? found.asArray() : [found]
    if (!all.every((filter) => filter === undefined || filter === PDFNull || (filter instanceof PDFName && FILTERS.has(filter))))
      throw new InvalidFileError('It uses an unsupported compression.')
    return found
  }
  const data = shared((value) => streamOf({})(value))
  const decodeParameter = dictOf({
    ...fields('Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1', plain),
    ...fields('DamagedRowsBeforeError ColorTransform', plain),
    JBIG2Globals: data,
  })
  const decodeParameters = firstOf(decodeParameter, listOf(decodeParameter))

  const functionFields: Fields = {
    ...fields('FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds', plain),
    Functions: listOf(later(() => func)),
  }
  const func: Copy = shared(firstOf(streamOf(functionFields), dictOf(functionFields)))
  const functions: Copy = firstOf(listOf(func), func)

  const profile = shared(streamOf({ ...fields('N Range', plain), Alternate: later(() => colorSpace) }))
  const lookupTable = firstOf(text, data)
  const colorSpaceParts: Record<string, Copy[]> = {
    ...Object.fromEntries(
      ['CalGray', 'CalRGB', 'Lab'].map((family) => [family, [dictOf(fields('WhitePoint BlackPoint Gamma Matrix Range', plain))]]),
    ),
    ICCBased: [profile],
    Indexed: [later(() => colorSpace), plain, lookupTable],
    I: [later(() => colorSpace), plain, lookupTable],
    Separation: [plain, later(() => colorSpace), func],
    DeviceN: [plain, later(() => colorSpace), func],
    Pattern: [later(() => colorSpace)],
  }
  const colorSpaceList: Copy = shared((value) => {
    if (!(value instanceof PDFArray)) return undefined
    const [family, ...parts] = value.asArray()
    const familyName = resolve(family)
    if (!(familyName instanceof PDFName)) return undefined
    const list = PDFArray.withContext(target)
    list.push(familyName)
    const copies = colorSpaceParts[familyName.decodeText()] ?? []
    for (const [index, copy] of copies.entries()) if (parts[index]) list.push(copy(parts[index]) ?? PDFNull)
    return list
  })
  const colorSpace: Copy = (value) => {
    const found = resolve(value)
    return found instanceof PDFName ? found : found instanceof PDFArray ? colorSpaceList(found) : undefined
  }

  /** Only states are copied: the names of layers may describe other pages. */
  const usage = dictOf({
    View: dictOf({ ViewState: plain }),
    Print: dictOf({ PrintState: plain }),
    Export: dictOf({ ExportState: plain }),
    Zoom: dictOf(fields('min max', plain)),
  })
  const groups = new Map<PDFObject, PDFObject>()
  const layerName: Copy = () => PDFString.of('Layer')
  const group = shared(dictOf({ ...fields('Type Intent', plain), ...fields('Name', layerName), Usage: usage }))
  const layer: Copy = (value) => {
    const found = resolve(value)
    if (!(found instanceof PDFDict) || resolve(found.get(name('Type'))) !== name('OCG')) return undefined
    const copied = group(found)
    if (copied) groups.set(found, copied)
    return copied
  }
  const expression: Copy = (value) => {
    const found = resolve(value)
    return found instanceof PDFArray ? listOf(expression)(found) : found instanceof PDFName ? found : layer(found)
  }
  const membership = shared(dictOf({ ...fields('Type P', plain), OCGs: firstOf(listOf(layer), layer), VE: expression }))
  const optionalContent: Copy = (value) => {
    const found = resolve(value)
    if (!(found instanceof PDFDict)) return undefined
    return resolve(found.get(name('Type'))) === name('OCMD') ? membership(found) : layer(found)
  }

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

  type Font = { ref: PDFRef; source: PDFDict; codes: ShownCodes; resources: PDFDict | undefined }
  const fonts = new Map<PDFDict, Font>()
  const font = (value: PDFObject | undefined, resources: PDFDict | undefined): Font | undefined => {
    const found = resolve(value)
    if (!(found instanceof PDFDict)) return undefined
    const known = fonts.get(found) ?? { ref: target.nextRef(), source: found, codes: createShownCodes(), resources }
    fonts.set(found, known)
    return known
  }
  const fontProgram = shared(streamOf(fields('Subtype Length1 Length2 Length3', plain)))
  const descriptor = shared(
    dictOf({
      ...fields(
        'Type FontName FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH',
        plain,
      ),
      ...fields('AvgWidth MaxWidth MissingWidth', plain),
      ...fields('FontFile FontFile2 FontFile3', fontProgram),
    }),
  )
  const system = dictOf({ ...fields('Registry Ordering', text), Supplement: plain })
  const characterMap: Copy = firstOf(
    plain,
    shared(streamOf({ ...fields('Type CMapName WMode', plain), CIDSystemInfo: system, UseCMap: later(() => characterMap) })),
  )
  const descendant = shared(
    dictOf({
      ...fields('Type Subtype BaseFont DW W DW2 W2', plain),
      CIDSystemInfo: system,
      FontDescriptor: descriptor,
      CIDToGIDMap: firstOf(plain, data),
    }),
  )

  /** Returns pairs of a shown code and the name of its glyph. */
  function differences(value: PDFObject | undefined, codes: ShownCodes): [number, PDFName][] {
    const found = resolve(value)
    const pairs: [number, PDFName][] = []
    let code = 0
    for (const item of found instanceof PDFArray ? found.asArray().map(resolve) : []) {
      if (item instanceof PDFNumber) code = item.asNumber()
      if (!(item instanceof PDFName)) continue
      if (codes.has(String.fromCharCode(code))) pairs.push([code, item])
      code += 1
    }
    return pairs
  }
  const encodingOf =
    (codes: ShownCodes): Copy =>
    (value) => {
      const found = resolve(value)
      const copied = dictOf(fields('Type BaseEncoding', plain))(found)
      if (!(copied instanceof PDFDict) || !(found instanceof PDFDict)) return plain(found)
      copied.set(name('Differences'), target.obj(differences(found.get(name('Differences')), codes).flat()))
      return copied
    }
  const unicodeMapOf =
    (codes: ShownCodes, isComposite: boolean): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFRawStream)) return plain(found)
      const map = keptUnicodeMap(decodeContent(found), codes, isComposite)
      return map === undefined ? undefined : target.register(target.flateStream(map))
    }

  function finishFont({ ref, source: dict, codes }: Font, glyphs: { procedures: PDFDict; resources: PDFDict } | undefined) {
    const isComposite = resolve(dict.get(name('Subtype'))) === name('Type0')
    const copied = dictOf({
      ...fields('Type Subtype BaseFont FirstChar LastChar Widths FontBBox FontMatrix', plain),
      FontDescriptor: descriptor,
      Encoding: isComposite ? characterMap : encodingOf(codes),
      ToUnicode: unicodeMapOf(codes, isComposite),
      DescendantFonts: listOf(descendant),
    })(dict) as PDFDict
    if (glyphs) {
      copied.set(name('CharProcs'), glyphs.procedures)
      copied.set(name('Resources'), glyphs.resources)
    }
    target.assign(ref, copied)
  }

  /** Copies the fonts. Glyphs of Type 3 fonts are content streams, which may show further text, so glyphs are copied until none is new. */
  function finishFonts() {
    const drawn = new Map<Font, { procedures: PDFDict; resources: PDFDict }>()
    const countAll = () => fonts.size + [...drawn.values()].reduce((sum, { procedures }) => sum + procedures.keys().length, 0)
    let before: number
    do {
      before = countAll()
      for (const one of [...fonts.values()]) {
        if (resolve(one.source.get(name('Subtype'))) !== name('Type3')) continue
        const glyphs = drawn.get(one) ?? { procedures: PDFDict.withContext(target), resources: PDFDict.withContext(target) }
        drawn.set(one, glyphs)
        copyGlyphs(one, glyphs)
      }
    } while (countAll() > before)
    for (const one of fonts.values()) finishFont(one, drawn.get(one))
  }

  function copyGlyphs(
    { source: dict, codes, resources: inherited }: Font,
    { procedures, resources }: { procedures: PDFDict; resources: PDFDict },
  ) {
    const all = resolve(dict.get(name('CharProcs')))
    const encoding = resolve(dict.get(name('Encoding')))
    if (!(all instanceof PDFDict) || !(encoding instanceof PDFDict)) return
    const own = resolve(dict.get(name('Resources')))
    for (const [, letter] of differences(encoding.get(name('Differences')), codes)) {
      if (procedures.has(letter)) continue
      const stream = resolve(all.get(letter))
      if (!(stream instanceof PDFRawStream)) continue
      const copied = streamOf({})(stream)
      if (copied) procedures.set(letter, target.register(copied))
      addResources([stream], own instanceof PDFDict ? own : inherited, resources)
    }
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
