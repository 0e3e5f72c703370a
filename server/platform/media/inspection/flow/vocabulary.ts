import { type FlowLine, textOf } from './flow-line.ts'

/** How often the book has a word, with its hyphens, where it stands within a line. */
export type Vocabulary = (word: string) => number

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-‐’'][\p{L}\p{M}\p{N}]+)*/gu
const ENDINGS = /(?:['’]s|s|es|ed|d|ing|ly|er|ers)$/u
export const LINE_END_HYPHEN = /[\p{L}\p{M}\p{N}][-‐\u00ad]$/u

export function readVocabulary(columns: FlowLine[][]): Vocabulary {
  const counts = new Map<string, number>()
  for (const column of columns) {
    let isSplit = false
    for (const line of column) {
      const text = textOf(line)
      const words = text.match(WORD) ?? []
      const endsSplit = LINE_END_HYPHEN.test(text)
      const whole = words.slice(isSplit ? 1 : 0, endsSplit ? -1 : undefined)
      for (const word of whole) {
        const folded = fold(word)
        counts.set(folded, (counts.get(folded) ?? 0) + 1)
      }
      isSplit = endsSplit
    }
  }
  return (word) => counts.get(fold(word)) ?? 0
}

function fold(word: string) {
  return word.toLowerCase().replaceAll('‐', '-').replaceAll('’', "'")
}

/**
 * Whether a hyphen at the end of a line belongs to the word, as in “well-known”: as the book writes the word elsewhere, else it does when
 * both halves are words of the book and the whole is none.
 */
export function keepsHyphen(before: string, after: string, vocabulary: Vocabulary): boolean {
  const head = /[\p{L}\p{M}\p{N}’'-]+$/u.exec(before)?.[0] ?? ''
  const tail = /^[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/u.exec(after)?.[0] ?? ''
  if (!/^\p{Ll}/u.test(tail) || /\p{N}$/u.test(head)) return true
  const [joined, hyphenated] = [vocabulary(head + tail), vocabulary(`${head}-${tail}`)]
  if (joined > 0 || hyphenated > 0) return hyphenated > joined
  const stem = (head + tail).replace(ENDINGS, '')
  if (stem.length > head.length && (vocabulary(stem) > 0 || vocabulary(`${stem}e`) > 0)) return false
  const last = head.split('-').at(-1) ?? ''
  if (last !== head && vocabulary(last + tail) > 0) return false
  const areWords = [last, tail].every((half) => half.length > 2 && vocabulary(half) > 1)
  return areWords || last !== head
}
