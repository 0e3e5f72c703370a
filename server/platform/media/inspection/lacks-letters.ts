/** What the library keeps to itself: its functions know the fonts of a page, which its classes don't tell. */
type Internals = {
  module: {
    _FPDFText_LoadPage: (page: number) => number
    _FPDFText_ClosePage: (text: number) => void
    _FPDFText_CountChars: (text: number) => number
    _FPDFText_GetUnicode: (text: number, index: number) => number
    _FPDFText_GetTextObject: (text: number, index: number) => number
    _FPDFTextObj_GetFont: (object: number) => number
    _FPDFFont_GetIsEmbedded: (font: number) => number
  }
  pageIdx: number
}

/** In PDFium's own fonts, which stand in for those that are not in a file, there are Latin letters, signs and the Greek ones of formulas. */
const OTHER_LETTER = /(?!\p{sc=Latin}|\p{sc=Greek}|\p{sc=Common})\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Whether letters of a page are in no font of the file and in none that PDFium has: it would leave their places empty. */
export function lacksLetters(page: unknown): boolean {
  const { module, pageIdx } = page as Internals
  const text = module._FPDFText_LoadPage(pageIdx)
  if (!text) return false
  const embedded = new Map<number, boolean>()
  const isEmbedded = (index: number) => {
    const object = module._FPDFText_GetTextObject(text, index)
    if (!object) return true
    const font = module._FPDFTextObj_GetFont(object)
    const known = embedded.get(font) ?? module._FPDFFont_GetIsEmbedded(font) !== 0
    embedded.set(font, known)
    return known
  }
  try {
    const count = module._FPDFText_CountChars(text)
    for (let index = 0; index < count; index++) {
      const letter = module._FPDFText_GetUnicode(text, index)
      if (letter > 0x24f && letter <= 0x10ffff && OTHER_LETTER.test(String.fromCodePoint(letter)) && !isEmbedded(index)) return true
    }
    return false
  } finally {
    module._FPDFText_ClosePage(text)
  }
}
