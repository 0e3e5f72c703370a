import type { MarkedText } from '#contracts/catalogue/search.ts'
import type { BookPages, PageText } from '#contracts/reading/book-pages.ts'
import { createMatcher } from '#contracts/reading/found-words.ts'
import type { PageHits } from '#contracts/reading/page-search.ts'

const WORDS = /[\p{L}\p{N}]+/gu
/* Maximum number of hits, equal to that in contracts/reading/page-search.ts, whose import would bundle zod. */
const MAX_HITS = 100
/** Characters of a snippet before the first matching word, and in total */
const [BEFORE, LENGTH] = [60, 180]

type Read = <Answer>(path: string) => Promise<Answer | undefined>

/**
 * Finds pages of a downloaded book on which every search term starts a word; undefined if the book's texts are not downloaded. Simpler than
 * the server’s search, which also matches inflected forms of English words.
 */
export async function searchDownloads(q: string, read: Read): Promise<PageHits | undefined> {
  const pages = await read<BookPages>('/pages')
  const words = [...new Set(fold(q).match(WORDS) ?? [])]
  const phrases = [...q.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)].map(([, phrase = '']) => (fold(phrase).match(WORDS) ?? []).join(' '))
  if (!pages || words.length === 0 || !(await read('/pages/1/text'))) return undefined
  const hits: PageHits['hits'] = []
  const texts: string[] = []
  for (let page = 1; page <= pages.sizes.length; page++) {
    const text = toText(await read<PageText>(`/pages/${page}/text`))
    const folded = fold(text)
    const spaced = ` ${(folded.match(WORDS) ?? []).join(' ')}`
    if (!words.every((word) => startOf(word, folded) >= 0) || !phrases.every((phrase) => spaced.includes(` ${phrase}`))) continue
    hits.push({ page, count: 1, text: markWords(text, words) })
    texts.push(text)
  }
  const findMatches = createMatcher(
    q,
    hits.map(({ text }) => text),
  )
  for (const [index, hit] of hits.entries()) hit.count = Math.max(1, findMatches(texts[index] ?? '').length)
  return { hits: hits.slice(0, MAX_HITS), total: hits.length, isComplete: true, suggestion: null }
}

const toText = (text: PageText | undefined) => (text?.runs ?? []).map(([, , , , run, endsLine]) => run + (endsLine ? ' ' : '')).join('')

/** Removes case and accents character by character, so that text positions do not change. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFD').charAt(0).toLowerCase().padEnd(letter.length)).join('')
}

/** Returns the position of the first word that starts with the given letters; -1 if there is no such word. */
function startOf(word: string, folded: string): number {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) return at
  return -1
}

/** Returns the text around the first matching word, with all matches marked. */
function markWords(text: string, words: string[]): MarkedText {
  const first = Math.min(...words.map((word) => startOf(word, fold(text))).filter((at) => at >= 0))
  const start = first > BEFORE ? text.indexOf(' ', first - BEFORE) + 1 : 0
  const snippet = text.slice(start, start + LENGTH)
  const folded = fold(snippet)
  const pieces: string[] = []
  let end = 0
  for (const { 0: found, index } of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!words.some((word) => found.startsWith(word))) continue
    pieces.push(snippet.slice(end, index), snippet.slice(index, index + found.length))
    end = index + found.length
  }
  return [...pieces, snippet.slice(end)]
}
