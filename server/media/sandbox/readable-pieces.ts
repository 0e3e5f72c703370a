import type { PlacedPiece } from './place-text.ts'

/** Maximum share of control characters among the letters of a font on a page. A font with more has no Unicode mapping. */
const MAX_CODES = 0.25
const CODES = /\p{Cc}/gu

/**
 * Removes the text in fonts without a Unicode mapping: it consists of glyph numbers, which are useless for reading aloud and for search.
 * In other fonts such a number stands for a space.
 */
export function readablePieces(pieces: PlacedPiece[]): PlacedPiece[] {
  const fonts = new Map<string, { codes: number; letters: number }>()
  for (const { font, text } of pieces) {
    const { codes, letters } = fonts.get(font) ?? { codes: 0, letters: 0 }
    const found = text.match(CODES)?.length ?? 0
    fonts.set(font, { codes: codes + found, letters: letters + text.replaceAll(/\s/g, '').length })
  }
  return pieces.flatMap((piece) => {
    const { codes = 0, letters = 0 } = fonts.get(piece.font) ?? {}
    if (codes === 0) return [piece]
    // The piece stays, since it may end a line.
    return [{ ...piece, text: codes > letters * MAX_CODES ? '' : piece.text.replaceAll(CODES, ' ') }]
  })
}
