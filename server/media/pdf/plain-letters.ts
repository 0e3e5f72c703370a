import { normalizeUnicode } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Arabic presentation forms: shapes of letters at the beginning, in the middle and at the end of words, and ligatures. */
const ARABIC_SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc]+/g

/**
 * Replaces ligatures and presentation forms with plain letters. Expects text in reading order: pdf.js by itself decomposes ligatures before
 * it reverses right-to-left lines, and so reverses the letters of a ligature, too.
 */
export function plainLetters(text: string): string {
  // Normalization adds a space before a mark that is alone in the file; the space is removed.
  return normalizeUnicode(text.replace(ARABIC_SHAPES, (shapes) => shapes.normalize('NFKC').replaceAll(/ (?=\p{M})/gu, '')))
}
