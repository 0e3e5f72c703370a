import { type ReflowLine, textOf } from './reflow-line.ts'

/** Returns how often a word, including its hyphens, occurs within a single line of the book. */
export type Vocabulary = (word: string) => number

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-‐’'][\p{L}\p{M}\p{N}]+)*/gu
/** Matches links and email addresses, whose parts are not words. */
const LINK = /\S*[./@#]\S+/g
const ENDINGS = /(?:['’]s|s|es|ed|d|ing|ly|er|ers)$/u
export const LINE_END_HYPHEN = /[\p{L}\p{M}\p{N}][-‐\u00ad]$/u

export function readVocabulary(columns: ReflowLine[][]): Vocabulary {
  const counts = new Map<string, number>()
  for (const column of columns) {
    // The first word of a column is skipped if it may be the second half of a word split at the end of the previous column.
    let isSplit = /^\p{Ll}/u.test(column[0] ? textOf(column[0]) : '')
    for (const line of column) {
      const text = textOf(line)
      const words = text.replace(LINK, ' ').match(WORD) ?? []
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

/** Word parts that no compound ends or begins with, though they may also occur as words in the book. */
const SUFFIX = /^(?:ings?|ed|ers?|ness|less|ful|ly|ments?|[ai]ble|a?tions?|ship|hood|wards?|isms?|ists?|ity|ous|ive)$/
const PREFIX = /^(?:any|some|every|over|under|out|up|fore|inter|mis|mc|with)$/

/**
 * Returns whether a hyphen at the end of a line belongs to the word, as in “well-known”. The spelling elsewhere in the book decides. If the
 * word doesn't occur elsewhere, the hyphen belongs to the word if both halves are words of the book and the joined word is not.
 */
export function keepsHyphen(before: string, after: string, vocabulary: Vocabulary): boolean {
  const head = /[\p{L}\p{M}\p{N}’'-]+$/u.exec(before)?.[0] ?? ''
  const tail = /^[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/u.exec(after)?.[0] ?? ''
  if (tail === '' || /\p{N}$/u.test(head) || /^\p{N}/u.test(tail)) return true
  const last = head.split('-').at(-1) ?? ''
  const [joined, hyphenated] = [vocabulary(head + tail), vocabulary(`${head}-${tail}`)]
  if (joined > 0 || hyphenated > 0) return hyphenated > joined
  if (/^\p{Lu}/u.test(tail)) return !/^mc$/i.test(last)
  if (last === head && (SUFFIX.test(tail) || PREFIX.test(last.toLowerCase()))) return false
  if (isKnown(head + tail, vocabulary) || (last !== head && isKnown(last + tail, vocabulary))) return false
  const goesOn = after.slice(tail.length).startsWith('-')
  const areWords = last.length > 2 && vocabulary(last) > 1 && (goesOn || (tail.length > 2 && isKnown(tail, vocabulary)))
  return areWords || last !== head
}

/** Returns whether a word occurs in the book, in the same or another inflected form. */
function isKnown(word: string, vocabulary: Vocabulary) {
  const stem = word.replace(ENDINGS, '')
  return vocabulary(word) > 0 || (stem.length > 3 && (vocabulary(stem) > 0 || vocabulary(`${stem}e`) > 0))
}
