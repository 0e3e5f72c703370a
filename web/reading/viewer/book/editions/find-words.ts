import { isSeparator, toLetters } from '#contracts/reading/place-words.ts'

export type Position = { block: number; offset: number }
type Found = { from: Position; to: Position }

/**
 * Finds words in the texts of blocks, which may be divided differently than the text that the words are from. Returns the positions of the
 * first character and behind the last character of the occurrence nearest to `near`, if possible of one that follows the words `before`;
 * undefined if the texts don't contain the words.
 */
export function findWords(texts: string[], words: string, near: Position, before = ''): Found | undefined {
  const sought = toLetters(words)
  if (!sought) return undefined
  const { letters, toFound, indexOf } = indexLetters(texts)
  const start = findFollowing(letters, sought, { near: indexOf(near), before: toLetters(before) })
  return start < 0 ? undefined : toFound(start, sought.length)
}

/** Least number of letters by which the part of a passage on one of its pages is recognized */
const LEAST_PART = 12
/** Most letters of a running head or foot, and of notes, between the two parts of a passage */
const LONGEST_BETWEEN = 400

/**
 * Finds a passage in the text of a page, or the part of it that the page has: its beginning at the end of the page, or with `isNext` its end
 * at the beginning of the page.
 */
export function findOnPage(
  texts: string[],
  { quote, before = '' }: { quote: string; before?: string },
  { isNext }: { isNext: boolean },
): Found | undefined {
  const sought = toLetters(quote)
  if (!sought) return undefined
  const { letters, toFound } = indexLetters(texts)
  const whole = isNext ? -1 : findFollowing(letters, sought, { near: 0, before: toLetters(before) })
  if (whole >= 0) return toFound(whole, sought.length)
  // A text that contains more letters of the passage contains fewer of them too.
  let [least, most] = [0, sought.length]
  const partOf = (length: number) => (isNext ? sought.slice(sought.length - length) : sought.slice(0, length))
  while (least < most) {
    const middle = (least + most + 1) >> 1
    if (letters.includes(partOf(middle))) least = middle
    else most = middle - 1
  }
  const start = isNext ? letters.indexOf(partOf(least)) : letters.lastIndexOf(partOf(least))
  const between = isNext ? start : letters.length - start - least
  return least < LEAST_PART || between > LONGEST_BETWEEN ? undefined : toFound(start, least)
}

/** Returns whether the words begin at a position. */
export function startsAt(texts: string[], words: string, { block, offset }: Position): boolean {
  const rest = [texts[block]?.slice(offset) ?? '', ...texts.slice(block + 1, block + 1 + words.length)].join('')
  // Separators are a small part of a text.
  return toLetters(rest.slice(0, words.length * 2)).startsWith(toLetters(words))
}

/** Letters of texts without separators, with the positions of the letters. */
function indexLetters(texts: string[]) {
  const parts: string[] = []
  const offsets: number[] = []
  const starts: number[] = []
  for (const text of texts) {
    starts.push(offsets.length)
    for (let offset = 0; offset < text.length; offset++) {
      const character = text.charAt(offset)
      if (isSeparator(character)) continue
      parts.push(character)
      offsets.push(offset)
    }
  }
  const blockOf = (index: number) => {
    let block = starts.length - 1
    while (block > 0 && (starts[block] ?? 0) > index) block--
    return block
  }
  const positionAt = (index: number): Position => ({ block: blockOf(index), offset: offsets[index] ?? 0 })
  return {
    letters: parts.join(''),
    toFound: (start: number, length: number): Found => {
      const last = positionAt(start + length - 1)
      return { from: positionAt(start), to: { block: last.block, offset: last.offset + 1 } }
    },
    indexOf: ({ block, offset }: Position) => {
      const [start, end] = [starts[block] ?? offsets.length, starts[block + 1] ?? offsets.length]
      const before = offsets.slice(start, end).findIndex((each) => each >= offset)
      return before < 0 ? end : start + before
    },
  }
}

function findFollowing(text: string, sought: string, { near, before }: { near: number; before: string }): number {
  const start = before ? findNearest(text, before + sought, near) : -1
  return start < 0 ? findNearest(text, sought, near) : start + before.length
}

function findNearest(text: string, sought: string, near: number): number {
  const after = text.indexOf(sought, near)
  const before = text.lastIndexOf(sought, near)
  if (after < 0 || before < 0) return Math.max(after, before)
  return near - before < after - near ? before : after
}
