import type { PageHits } from '#contracts/reading/page-search.ts'

const WORDS = /[\p{L}\p{N}\p{M}]+/gu
/** Shorter words have no endings to remove. */
const MIN_LENGTH = 5

/**
 * Returns a predicate for words that a search found. It is based on the words marked in the snippets: only the search knows which words of
 * the query count, and in which forms.
 */
export function wordsFoundIn(hits: PageHits['hits']): (word: string) => boolean {
  const marked = hits.flatMap(({ text }) => text.filter((_, index) => index % 2 === 1))
  const found = new Set(marked.flatMap((piece) => piece.match(WORDS) ?? []).map(stem))
  return (word) => found.has(stem(word))
}

/** Returns the offsets of the found words in a text. */
export function findWords(text: string, isFound: (word: string) => boolean): [from: number, to: number][] {
  return [...text.matchAll(WORDS)]
    .filter(([word]) => isFound(word))
    .map(({ 0: word, index }) => [index, index + word.length] as [number, number])
}

/** Removes case, accents and the most common English endings: a snippet may contain another form of the word than the rest of the page. */
function stem(word: string): string {
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (folded.length < MIN_LENGTH) return folded
  return folded.replace(/(?:ies|y)$/, 'i').replace(/(?:es|e|s|ed|ing)$/, '')
}

/** Returns the next page with a hit in a direction; wraps around at both ends. */
export function stepHit(pages: number[], from: number, direction: 1 | -1): number {
  const next = direction === 1 ? pages.find((page) => page > from) : pages.filter((page) => page < from).at(-1)
  return next ?? pages.at(direction === 1 ? 0 : -1) ?? from
}
