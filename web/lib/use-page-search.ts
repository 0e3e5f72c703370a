import { useState } from 'react'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { pluralize } from './format/plural.ts'
import { useAction } from './use-action.ts'

export type PageSearch = ReturnType<typeof usePageSearch>

/** Searches words in one book. `load` returns undefined if the book has no searchable text. */
export function usePageSearch(load: (q: string) => Promise<PageHits | undefined>) {
  const [found, setFound] = useState<PageHits>()
  const [words, setWords] = useState('')
  const [failure, setFailure] = useState('')

  const { busy, run } = useAction(
    async (q: string) => {
      setFailure('')
      setWords(q)
      const hits = await load(q)
      setFound(hits)
      if (!hits) setFailure('This book’s text can’t be searched.')
    },
    (error) => {
      console.warn(error)
      setFound(undefined)
      setFailure('The search failed. Try again.')
    },
  )

  function search(q: string) {
    if (q.trim() && !busy) void run(q.trim())
  }
  function clear() {
    setFound(undefined)
    setWords('')
    setFailure('')
  }

  return { found, words, busy, outcome: failure || (found ? describe(found) : ''), search, clear }
}

/** Returns the path and query of a search, relative to the path of the book's pages. */
export const searchPath = (q: string) => `/search?${new URLSearchParams({ q })}`

/** Returns the total number of hits on the listed pages. */
export const countHits = (hits: PageHits['hits']) => hits.reduce((sum, { count }) => sum + count, 0)

function describe({ hits, total, isComplete }: PageHits): string {
  const count =
    total === 0
      ? 'Nothing found.'
      : hits.length < total
        ? `Found on ${pluralize(total, 'page')}. The first ${hits.length}:`
        : `${pluralize(countHits(hits), 'hit')} on ${pluralize(total, 'page')}:`
  return isComplete ? count : `${count} Some pages are still being processed. Search again in a moment.`
}
