import { gapBetween, isSameLine, type PlacedText } from './placed-text.ts'

/** Minimum number of letters of a line in letter spacing, and of a spaced word within other text. */
const LEAST = { line: 4, word: 6 }
/** Maximum distance of two spaced letters relative to the font size. Wider gaps separate columns. */
const MAX_GAP = 2
/** A gap between words is this much wider than the gaps between the letters of a word. */
const WORD_GAP = 1.5
const LONGEST_WORD = 14
const LETTER = /^\p{L}\p{M}*[.,:;!?’']?$/u

/**
 * Joins letters that are set apart, as in “C H A P T E R”, to words. pdf.js reports each letter as a word, either in one piece of text or
 * in one piece for each letter.
 */
export function joinSpacedLetters(pieces: PlacedText[]): PlacedText[] {
  const joined: PlacedText[] = []
  for (let from = 0; from < pieces.length; ) {
    let to = from + 1
    while (to < pieces.length && isNext(pieces, to)) to += 1
    joined.push(...joinLine(pieces.slice(from, to)))
    from = to
  }
  return joined
}

function isNext(pieces: PlacedText[], index: number) {
  const [before, piece] = [pieces[index - 1], pieces[index]] as [PlacedText, PlacedText]
  if (before.isEnd || piece.turn !== before.turn || piece.font !== before.font || Math.abs(piece.size - before.size) > 0.1) return false
  const gap = gapBetween(before, piece)
  return !piece.isVertical && isSameLine(before, piece) && gap > -before.size * 0.3 && gap < before.size * MAX_GAP
}

function joinLine(line: PlacedText[]): PlacedText[] {
  const words = line.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '')
  const letters = words.filter((word) => LETTER.test(word)).length
  if (letters < LEAST.line) return line
  if (letters > words.length * 0.8) return joinWords(line)
  return line.map((piece) => ({ ...piece, text: joinWithin(piece.text) }))
}

/** Joins the spaced word of a piece of text whose other words have no spaces. */
function joinWithin(text: string) {
  const words = text.split(' ')
  const isLetter = (word: string | undefined) => word !== undefined && /^\p{L}\p{M}*$/u.test(word)
  return words
    .map((word, index) => {
      if (!isLetter(word) || isLetter(words[index - 1])) return isLetter(word) && isRun(index) ? word : ` ${word}`
      return ` ${word}`
    })
    .join('')
    .slice(1)

  function isRun(index: number) {
    let [from, to] = [index, index]
    while (isLetter(words[from - 1])) from -= 1
    while (isLetter(words[to + 1])) to += 1
    return to - from + 1 >= LEAST.word
  }
}

/** Joins the letters of a line to one piece of text for each word. Pieces that are only a space are gaps of a known width. */
function joinWords(line: PlacedText[]): PlacedText[] {
  const printed = line.filter(({ text }) => text.trim() !== '')
  const gaps = printed.slice(1).map((piece, index) => gapBetween(printed[index] as PlacedText, piece))
  // If letters are pieces of their own, the narrowest gap is that of two letters; otherwise each gap between pieces separates words.
  const areLetters = printed.filter(({ text }) => LETTER.test(text.trim())).length > printed.length * 0.6
  const widest = areLetters ? Math.max(0.02 * (printed[0]?.size ?? 1), medianOf(gaps)) * WORD_GAP : 0
  const words: PlacedText[] = []
  for (const [index, piece] of printed.entries()) {
    const trimmed = piece.text.trim()
    const own = trimmed.replace(/\s+/g, '')
    // A piece of this length has several words, whose gaps are unknown.
    const text = own.length > LONGEST_WORD ? trimmed : own
    const [last, gap] = [words.at(-1), gaps[index - 1] ?? 0]
    if (!last || gap > widest) words.push({ ...piece, text: last ? ` ${text}` : text })
    else {
      const right = Math.max(last.x + last.width, piece.x + piece.width)
      const x = Math.min(last.x, piece.x)
      words[words.length - 1] = { ...last, text: last.text + text, x, width: right - x, isEnd: piece.isEnd }
    }
  }
  const ends = line.at(-1)?.isEnd ?? false
  return words.map((word, index) => (index === words.length - 1 ? { ...word, isEnd: ends } : word))
}

function medianOf(values: number[]) {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}
