import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Author } from '#contracts/catalogue/author.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { RETURNED } from '#web/lib/history/overlay-history.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'

const PARAMETER = 'profile'

/**
 * Returns the author whose profile is open. The open profile is a query parameter of the page's URL, so that visitors can share the
 * profile, close it with the phone's back button, and return to it after buying a book.
 */
export function useProfile(known: Author[]) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const [fetched, setFetched] = useState<Author | null>(null)
  // The server renders no dialogs.
  const id = useHydrated() ? params.get(PARAMETER) : null
  const author = id ? ([...known, ...(fetched ? [fetched] : [])].find((candidate) => candidate.id === id) ?? null) : null
  const missing = Boolean(id) && !author

  // An author on a later page of the list is fetched. If no such author exists, no profile opens.
  useEffect(() => {
    if (!missing || !id) return
    const controller = new AbortController()
    browserApi.getAuthor(id, { signal: controller.signal }).then(setFetched, (error: unknown) => {
      if (controller.signal.aborted) return
      console.warn(error)
      setParams(without, { replace: true, preventScrollReset: true })
    })
    return () => controller.abort()
  }, [id, missing, setParams])

  function view(chosen: Author) {
    setParams(
      (current) => {
        current.set(PARAMETER, chosen.id)
        return current
      },
      { preventScrollReset: true, state: { fromList: true } },
    )
  }

  function close() {
    const fromList = (state as { fromList?: boolean } | null)?.fromList
    setParams(without, { replace: true, preventScrollReset: true, state: fromList ? RETURNED : null })
  }

  return { author, view, close }
}

function without(params: URLSearchParams) {
  params.delete(PARAMETER)
  return params
}
