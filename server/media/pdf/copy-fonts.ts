import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { type Copy, fields, firstOf, later, name, type ObjectCopier } from './copy-objects.ts'
import { decodeContent } from './decode-content.ts'
import { createShownCodes, keptUnicodeMap, type ShownCodes } from './font-codes.ts'

/** A font of the source document, its reference in the copy, and the codes of the font that the copied content shows. */
export type Font = { ref: PDFRef; source: PDFDict; codes: ShownCodes; resources: PDFDict | undefined }
/** Adds the resources that content streams name to `copied`. */
type AddResources = (streams: PDFRawStream[], resources: PDFDict | undefined, copied: PDFDict) => void

/** Copies fonts, limited to the codes that the copied content shows. `finishFonts` is called once these codes are known. */
export function createFontCopier(objects: ObjectCopier, addResources: AddResources) {
  const { target, resolve, plain, text, listOf, dictOf, streamOf, shared, data } = objects
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

  /** Returns the entries of an encoding for the codes that the copied content shows: pairs of a character code and a glyph name. */
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

  return { font, finishFonts }
}
