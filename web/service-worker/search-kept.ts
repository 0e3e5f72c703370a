import type { BookPages, PageText } from '#contracts/book-pages.ts'
import type { PageHits } from '#contracts/page-search.ts'
import type { MarkedText } from '#contracts/search.ts'

/* As in contracts/page-search.ts, which would bring zod along. */
const MAX_HITS = 100
/** Characters of a snippet before the first word that was found, and in all */
const [BEFORE, LENGTH] = [60, 180]

type Read = <Answer>(path: string) => Promise<Answer | undefined>

/**
 * Finds pages of a kept book that have all words, of which these may be the beginnings; undefined when its texts are not kept. Simpler
 * than the server’s search, which knows the forms of English words.
 */
export async function searchKept(q: string, read: Read): Promise<PageHits | undefined> {
  const pages = await read<BookPages>('/pages')
  const words = [...new Set(fold(q).match(/[\p{L}\p{N}]+/gu) ?? [])]
  if (!pages || words.length === 0 || !(await read('/pages/1/text'))) return undefined
  const hits: PageHits['hits'] = []
  for (let page = 1; page <= pages.sizes.length; page++) {
    const text = toText(await read<PageText>(`/pages/${page}/text`))
    const folded = fold(text)
    if (words.every((word) => startOf(word, folded) >= 0)) hits.push({ page, text: markWords(text, words) })
  }
  return { hits: hits.slice(0, MAX_HITS), total: hits.length, isComplete: true }
}

const toText = (text: PageText | undefined) => (text?.runs ?? []).map(([, , , , run, endsLine]) => run + (endsLine ? ' ' : '')).join('')

/** Without case and accents, letter by letter, so that places stay. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFD').charAt(0).toLowerCase().padEnd(letter.length)).join('')
}

/** Where a word begins with these letters; -1 where none does. */
function startOf(word: string, folded: string): number {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) return at
  return -1
}

/** What stands around the first word that was found, with all of the words marked. */
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
