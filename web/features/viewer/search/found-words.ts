import type { PageHits } from '#contracts/page-search.ts'

const WORDS = /[\p{L}\p{N}\p{M}]+/gu
/** Shorter words have no endings to take off. */
const MIN_LENGTH = 5

/**
 * Whether a word is one of those that a search found. It is told by what is marked in the snippets, since only the search knows which
 * of the words in its question count, and in which forms.
 */
export function wordsFoundIn(hits: PageHits['hits']): (word: string) => boolean {
  const marked = hits.flatMap(({ text }) => text.filter((_, index) => index % 2 === 1))
  const found = new Set(marked.flatMap((piece) => piece.match(WORDS) ?? []).map(stem))
  return (word) => found.has(stem(word))
}

/** Where the words of a text stand that have been found. */
export function findWords(text: string, isFound: (word: string) => boolean): [from: number, to: number][] {
  return [...text.matchAll(WORDS)]
    .filter(([word]) => isFound(word))
    .map(({ 0: word, index }) => [index, index + word.length] as [number, number])
}

/** Without case, accents and the commonest English endings: a snippet may show another form of the word than the page has elsewhere. */
function stem(word: string): string {
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (folded.length < MIN_LENGTH) return folded
  return folded.replace(/(?:ies|y)$/, 'i').replace(/(?:es|e|s|ed|ing)$/, '')
}
