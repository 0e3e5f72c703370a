import { useCallback, useEffect, useState } from 'react'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

const BOOKS_AT_A_TIME = 12

/** An author's books, fetched when they are first shown and then page by page. */
export function useAuthorBooks(author: string) {
  const [books, setBooks] = useState<CatalogueBook[]>([])
  const [next, setNext] = useState<string>()
  const [state, setState] = useState<'loading' | 'idle' | 'failed'>('loading')

  const fetchPage = useCallback(
    async (cursor?: string, signal?: AbortSignal) => {
      setState('loading')
      try {
        const page = await browserApi.listBooks({ author, cursor, limit: BOOKS_AT_A_TIME }, signal && { signal })
        setBooks((shown) => (cursor ? [...shown, ...page.items] : page.items))
        setNext(page.next)
        setState('idle')
      } catch (error) {
        if (signal?.aborted) return
        console.error(error)
        setState('failed')
      }
    },
    [author],
  )

  useEffect(() => {
    const controller = new AbortController()
    void fetchPage(undefined, controller.signal)
    return () => controller.abort()
  }, [fetchPage])

  return { books, state, hasMore: next !== undefined, fetchMore: () => fetchPage(next) }
}
