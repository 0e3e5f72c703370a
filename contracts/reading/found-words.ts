import type { MarkedText } from '#contracts/catalogue/search.ts'

const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g
/** Minimum length of words whose endings are removed by `stem`. */
const MIN_LENGTH = 5

/** Function that returns the matches of a search in a text, in order, as offsets */
export type FindMatches = (text: string) => [from: number, to: number][]

/**
 * Returns the function that finds a search's matches: quoted phrases, and words outside quotation marks; neighboring words are one match.
 * Uses the words marked in the snippets, since only the search knows which words of the query count, and in which forms.
 */
export function createMatcher(q: string, snippets: MarkedText[]): FindMatches {
  const marked = snippets.flatMap((text) => text.filter((_, index) => index % 2 === 1))
  const found = new Set(marked.flatMap(stemsOf))
  const phrases = [...q.matchAll(QUOTED)].map(([, phrase = '']) => stemsOf(phrase)).filter(({ length }) => length > 1)
  const free = new Set(stemsOf(q.replaceAll(QUOTED, ' ')))
  const quoted = new Set(phrases.flat().filter((word) => !free.has(word)))

  return (text) => {
    const words = [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({ stem: stem(word), from: index, to: index + word.length }))
    // Words that no snippet marks are ignored by the search, so any word matches in their position.
    const isAt = (at: number, phrase: string[]) =>
      phrase.every((word, index) => words[at + index] && (words[at + index]?.stem === word || !found.has(word)))
    const matches: [number, number][] = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at]
      const phrase = phrases.find((each) => isAt(at, each))
      if (!word || (!phrase && (!found.has(word.stem) || quoted.has(word.stem)))) continue
      const before = matches.at(-1)
      const last = phrase ? (words[at + phrase.length - 1] ?? word) : word
      if (!phrase && before && /^[ \u00a0]+$/.test(text.slice(before[1], word.from))) before[1] = last.to
      else matches.push([word.from, last.to])
      if (phrase) at += phrase.length - 1
    }
    return matches
  }
}

const stemsOf = (text: string) => (text.match(WORDS) ?? []).map(stem)

/**
 * Removes case, accents and the most common English endings of a word, since a snippet and the page may contain different forms of the
 * word.
 */
function stem(word: string): string {
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (folded.length < MIN_LENGTH) return folded
  return folded.replace(/(?:ies|y)$/, 'i').replace(/(?:es|e|s|ed|ing)$/, '')
}
