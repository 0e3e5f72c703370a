import {
  MAX_SEARCH_PAGES,
  RESULTS_PER_PAGE,
  type SearchKind,
  type SearchQuery,
  type SearchResult,
  type SearchResults,
} from '#contracts/catalogue/search.ts'
import { fromMinor } from '#contracts/shop/money.ts'
import { abridge, splitMarked } from '#server/platform/lists/marked-text.ts'
import type { SearchSource } from '#server/platform/lists/search-source.ts'
import { meaningfulWords, subjectOf } from '#server/platform/lists/search-words.ts'
import type { FoundRow, SearchStore } from './search.store.ts'

/** Steps to which counts that include hidden pages are rounded down, so that the counts reveal little. */
const STEPS = [100, 50, 20, 10, 5, 1]

const MAX_JOINED_WORDS = 4

export type SearchService = ReturnType<typeof createSearchService>

/** Creates the search service across all sources that visitors may search. */
export function createSearchService(deps: {
  store: SearchStore
  catalogue: SearchSource<SearchKind>[]
  siteSources: () => Promise<SearchSource<SearchKind>[]>
}) {
  const { store, catalogue, siteSources } = deps
  return {
    search: async ({ q, kind, page }: SearchQuery): Promise<SearchResults> => {
      // NUL characters are removed, since PostgreSQL's text type can't contain them.
      const text = subjectOf(q.replaceAll('\0', '').trim())
      if (!text) return { results: [], total: 0, nextPage: null, matchesAny: false, suggestion: null }
      const sources = [...catalogue, ...(await siteSources())].filter((source) => !kind || source.kind === kind)
      const offset = (page - 1) * RESULTS_PER_PAGE
      const find = (typed: string) => store.find(sources, typed, { limit: RESULTS_PER_PAGE, offset })
      const exact = await find(text)
      const suggestion = exact.length === 0 && page === 1 ? await suggest(sources, text) : null
      const someWords = exact.length === 0 && !suggestion ? anyWordOf(text) : undefined
      const rows = someWords ? await find(someWords) : exact
      const total = rows[0]?.total ?? 0
      const isLast = offset + rows.length >= total || page === MAX_SEARCH_PAGES
      return {
        results: rows.map(toResult),
        total,
        nextPage: isLast ? null : page + 1,
        matchesAny: rows.length > 0 && someWords !== undefined,
        suggestion,
      }
    },
  }

  async function suggest(sources: SearchSource<SearchKind>[], text: string) {
    // Quoted words are literal, so no other spelling is suggested.
    if (text.includes('"')) return null
    const words = text.toLowerCase().split(/\s+/)
    for (const spelling of [text, ...withJoinedWords(text)]) {
      const respelt = await store.respell(sources, spelling)
      // A suggestion that only omits words is no other spelling.
      const isNew = respelt.split(' ').some((word) => word !== '' && !words.includes(word.toLowerCase()))
      if (isNew && (await store.find(sources, respelt, { limit: 1, offset: 0 })).length > 0) return respelt
    }
    return null
  }
}

/** Returns a query for any of the words; undefined for a single word, and for queries with operators, which are literal. */
function anyWordOf(text: string): string | undefined {
  const words = meaningfulWords(text)
  return words.length < 2 || /["-]/.test(text) ? undefined : words.join(' or ')
}

/** Returns a variant of the text for each space, without that space, since “sun rise” may mean one word. */
function withJoinedWords(text: string): string[] {
  const words = text.split(/\s+/)
  if (words.length > MAX_JOINED_WORDS) return []
  return words
    .slice(1)
    .map((_, index) => words.join(' ').replace(`${words[index]} ${words[index + 1]}`, `${words[index]}${words[index + 1]}`))
}

function toResult(row: FoundRow): SearchResult {
  const { kind, id, path, picture, places, has_hidden: hasHidden } = row
  const more = row.place_count - places.length
  return {
    kind,
    id,
    path,
    picture,
    hasHidden,
    title: splitMarked(row.title),
    by: row.made_by,
    language: row.language,
    price: row.price_minor === null ? null : fromMinor(row.price_minor),
    snippet: row.beginning === null ? splitMarked(row.snippet) : abridge(splitMarked(row.snippet), row.beginning),
    places: places.map(({ at, text }) => ({ at, text: abridge(splitMarked(text)) })),
    more: hasHidden ? (STEPS.find((step) => step <= more) ?? 0) : more,
  }
}
