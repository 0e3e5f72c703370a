import { isSeparator, toLetters } from '#contracts/reading/place-words.ts'

export type Position = { block: number; offset: number }

/**
 * Finds words in the texts of blocks, which may be divided differently than the text that the words are from. Returns the positions of the
 * first character and behind the last character of the occurrence nearest to `near`; undefined if the texts don't contain the words.
 */
export function findWords(texts: string[], words: string, near: Position): { from: Position; to: Position } | undefined {
  const sought = toLetters(words)
  if (!sought) return undefined
  const { letters, positionAt, indexOf } = indexLetters(texts)
  const start = findNearest(letters, sought, indexOf(near))
  if (start < 0) return undefined
  const last = positionAt(start + sought.length - 1)
  return { from: positionAt(start), to: { block: last.block, offset: last.offset + 1 } }
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
  return {
    letters: parts.join(''),
    positionAt: (index: number): Position => ({ block: blockOf(index), offset: offsets[index] ?? 0 }),
    indexOf: ({ block, offset }: Position) => {
      const [start, end] = [starts[block] ?? offsets.length, starts[block + 1] ?? offsets.length]
      const before = offsets.slice(start, end).findIndex((each) => each >= offset)
      return before < 0 ? end : start + before
    },
  }
}

function findNearest(text: string, sought: string, near: number): number {
  const after = text.indexOf(sought, near)
  const before = text.lastIndexOf(sought, near)
  if (after < 0 || before < 0) return Math.max(after, before)
  return near - before < after - near ? before : after
}
