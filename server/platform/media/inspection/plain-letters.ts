import { normalizeUnicode } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Shapes that Arabic letters have at the beginning, in the middle and at the end of words, and of several letters together. */
const ARABIC_SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc]+/g

/**
 * Ligatures and shapes of letters as the letters that a keyboard has. Takes text in the order in which it is read: pdf.js by itself takes
 * ligatures apart before it turns lines from right to left round, and so turns the letters of a ligature round, too.
 */
export function plainLetters(text: string): string {
  // Marks that stand alone in the file would get a space to stand on.
  return normalizeUnicode(text.replace(ARABIC_SHAPES, (shapes) => shapes.normalize('NFKC').replaceAll(/ (?=\p{M})/gu, '')))
}
