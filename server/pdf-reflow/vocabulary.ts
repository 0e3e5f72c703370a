/** Words of a text: how often a word, including its hyphens, occurs within a single line, and whether the word is in a list of words. */
export type Vocabulary = {
  count: (word: string) => number
  /** Always false if the text is in another language than the list */
  isListed: (word: string) => boolean
}
export type IsWord = (word: string) => boolean

/** Share of words in the list from which on a text is in the language of the list, and number of words that are looked up. */
const SAME_LANGUAGE = { share: 0.6, words: 500, least: 20 }

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-‐’'][\p{L}\p{M}\p{N}]+)*/gu
/** Matches links and email addresses, whose parts are not words. */
const LINK = /(?<!\S)\S*[./@#]\S+/g
const ENDINGS = /(?:['’]s|s|es|ed|d|ing|ly|er|ers)$/u
export const LINE_END_HYPHEN = /[\p{L}\p{M}\p{N}][-‐\u00ad]$/u

/** @param columns texts of the lines of each column */
export function readVocabulary(columns: string[][], isWord: IsWord = () => false): Vocabulary {
  const counts = new Map<string, number>()
  for (const column of columns) {
    // The first word of a column is skipped if it may be the second half of a word split at the end of the previous column.
    let isSplit = /^\p{Ll}/u.test(column[0] ?? '')
    for (const text of column) {
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
  const looked = [...counts.keys()].filter((word) => /^\p{L}{2,}$/u.test(word)).slice(0, SAME_LANGUAGE.words)
  const isSame = looked.length >= SAME_LANGUAGE.least && looked.filter(isWord).length > looked.length * SAME_LANGUAGE.share
  return { count: (word) => counts.get(fold(word)) ?? 0, isListed: (word) => isSame && isWord(fold(word)) }
}

function fold(word: string) {
  return word.toLowerCase().replaceAll('‐', '-').replaceAll('’', "'")
}

/** Word parts that no compound ends or begins with, though they may also occur as words in the book. */
const SUFFIX = /^(?:ings?|ed|ers?|ness|less|ful|ly|ments?|[ai]ble|a?tions?|ship|hood|wards?|isms?|ists?|ity|ous|ive)$/
/** First parts of compounds. Another word with a capital letter is usually the first half of a name. */
const COMPOUND =
  /^(?:self|well|ill|half|all|vice|non|anti|semi|quasi|pro|cross|long|short|high|low|full|part|old|new|great|ever|far|north|south|east|west|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|first|second|third)$/i
const PREFIX = /^(?:any|some|every|over|under|out|up|fore|inter|mis|mc|with)$/

/**
 * Returns whether a hyphen at the end of a line belongs to the word, as in “well-known”. The spelling elsewhere in the book decides. If the
 * word doesn't occur elsewhere, the list of words decides: the hyphen belongs to the word if both halves are listed and the joined word is
 * not. In other languages, the words of the book take the place of the list.
 */
export function keepsHyphen(before: string, after: string, vocabulary: Vocabulary): boolean {
  const head = /(?<![\p{L}\p{M}\p{N}’'-])[\p{L}\p{M}\p{N}’'-]+$/u.exec(before)?.[0] ?? ''
  const tail = /^[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/u.exec(after)?.[0] ?? ''
  if (tail === '' || /\p{N}$/u.test(head) || /^\p{N}/u.test(tail)) return true
  const last = head.split('-').at(-1) ?? ''
  const { count, isListed } = vocabulary
  const [joined, hyphenated] = [count(head + tail), count(`${head}-${tail}`)]
  if (joined > 0 || hyphenated > 0) return hyphenated > joined
  if (/^\p{Lu}/u.test(tail)) return !/^mc$/i.test(last)
  if (last === head && (SUFFIX.test(tail) || PREFIX.test(last.toLowerCase()))) return false
  if (isKnown(head + tail, vocabulary) || (last !== head && isKnown(last + tail, vocabulary))) return false
  const goesOn = after.slice(tail.length).startsWith('-')
  if (isListed(head + tail) || (last !== head && isListed(last + tail))) return false
  const mayBeCompound = !/^\p{Lu}/u.test(head) || COMPOUND.test(last)
  if (mayBeCompound && last.length > 2 && isListed(last) && isListed(tail) && (tail.length > 2 || goesOn)) return true
  const areWords = last.length > 2 && count(last) > 1 && (goesOn || (tail.length > 2 && isKnown(tail, vocabulary)))
  return areWords || last !== head
}

/** Returns whether a word occurs in the book, in the same or another inflected form. */
function isKnown(word: string, { count }: Vocabulary) {
  const stem = word.replace(ENDINGS, '')
  return count(word) > 0 || (stem.length > 3 && (count(stem) > 0 || count(`${stem}e`) > 0))
}
