import type { SearchResults } from '#contracts/catalogue/search.ts'
import type { Api } from './api.ts'

/** Function that searches the texts of books or episodes. */
export type TextSearch = (q: string, kind: 'book' | 'podcast') => Promise<SearchResults>

/** Creates a search of texts that sends each search once: the parts of a page may need the results of the same one. */
export function createTextSearch(api: Pick<Api, 'call'>): TextSearch {
  const sent = new Map<string, Promise<SearchResults>>()
  return (q, kind) => {
    const path = `/search?${new URLSearchParams({ q, kind })}`
    const results = sent.get(path) ?? api.call(path).then((response) => response.json() as Promise<SearchResults>)
    sent.set(path, results)
    return results
  }
}
