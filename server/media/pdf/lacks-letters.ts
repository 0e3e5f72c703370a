/** Private members of the PDFium library: its public classes don't expose the fonts of a page. */
type Internals = {
  module: {
    _FPDFText_LoadPage: (page: number) => number
    _FPDFText_ClosePage: (text: number) => void
    _FPDFText_CountChars: (text: number) => number
    _FPDFText_GetUnicode: (text: number, index: number) => number
    _FPDFText_GetTextObject: (text: number, index: number) => number
    _FPDFTextObj_GetFont: (object: number) => number
    _FPDFTextObj_GetTextRenderMode: (object: number) => number
    _FPDFFont_GetIsEmbedded: (font: number) => number
    _FPDFPage_CountObjects: (page: number) => number
    _FPDFPage_GetObject: (page: number, index: number) => number
    _FPDFPageObj_GetType: (object: number) => number
    _FPDFFont_GetBaseFontName: (font: number, buffer: number, length: number) => number
    HEAPU8: Uint8Array
    wasmExports: { malloc: (bytes: number) => number; free: (pointer: number) => void }
  }
  pageIdx: number
}

/** Letters missing from PDFium's fallback fonts, which contain Latin letters, symbols and the Greek letters of formulas. */
const OTHER_LETTER = /(?!\p{sc=Latin}|\p{sc=Greek}|\p{sc=Common})\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Rendering modes of text that leaves no mark: invisible, as recognized text over a scan, and for clipping only (ISO 32000-1 §9.3.6). */
const INVISIBLE = [3, 7]
/** Value of `FPDF_PAGEOBJ_TEXT` in PDFium. */
const TEXT_OBJECT = 1
const MAX_OBJECTS = 2000
const LATIN_FONTS = /helvetica|arial|times|courier|symbol|dingbats|calibri|cambria|verdana|georgia/i
const MAX_NAME = 100

/** Returns whether a page has letters that neither the file's fonts nor PDFium's fonts contain. PDFium would leave these letters blank. */
export function lacksLetters(page: unknown): boolean {
  const { module, pageIdx } = page as Internals
  const text = module._FPDFText_LoadPage(pageIdx)
  if (!text) return false
  const embedded = new Map<number, boolean>()
  const hasLetters = (object: number) => {
    if (!object || INVISIBLE.includes(module._FPDFTextObj_GetTextRenderMode(object))) return true
    const font = module._FPDFTextObj_GetFont(object)
    const known = embedded.get(font) ?? module._FPDFFont_GetIsEmbedded(font) !== 0
    embedded.set(font, known)
    return known
  }
  try {
    const count = module._FPDFText_CountChars(text)
    // PDFium reports no letters for vertical text in a font that is not embedded, nor for text that is only a space, whose font is usually
    // Latin.
    if (count === 0) return textObjects(page as Internals).some((object) => !hasLetters(object) && !isLatin(module, object))
    for (let index = 0; index < count; index++) {
      const letter = module._FPDFText_GetUnicode(text, index)
      if (letter > 0x24f && letter <= 0x10ffff && OTHER_LETTER.test(String.fromCodePoint(letter))) {
        if (!hasLetters(module._FPDFText_GetTextObject(text, index))) return true
      }
    }
    return false
  } finally {
    module._FPDFText_ClosePage(text)
  }
}

function textObjects({ module, pageIdx }: Internals): number[] {
  const count = Math.min(module._FPDFPage_CountObjects(pageIdx), MAX_OBJECTS)
  const objects = Array.from({ length: count }, (_, index) => module._FPDFPage_GetObject(pageIdx, index))
  return objects.filter((object) => object && module._FPDFPageObj_GetType(object) === TEXT_OBJECT)
}

function isLatin(module: Internals['module'], object: number): boolean {
  const buffer = module.wasmExports.malloc(MAX_NAME)
  const length = module._FPDFFont_GetBaseFontName(module._FPDFTextObj_GetFont(object), buffer, MAX_NAME)
  const name = Buffer.from(module.HEAPU8.subarray(buffer, buffer + Math.min(length, MAX_NAME))).toString('latin1')
  module.wasmExports.free(buffer)
  return LATIN_FONTS.test(name)
}
