import type { PlacedPiece } from './place-text.ts'

/** Of the letters of a font on a page: with more, the font does not say what its letters mean. */
const MAX_CODES = 0.25
const CODES = /\p{Cc}/gu

/**
 * The pieces of a page without those in fonts that don't say what their letters mean: what is read from them are the numbers of their
 * shapes, which nobody wants to hear or search. In other fonts such a number stands for a space.
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
    // Its lines still end.
    return [{ ...piece, text: codes > letters * MAX_CODES ? '' : piece.text.replaceAll(CODES, ' ') }]
  })
}
