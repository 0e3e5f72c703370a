import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { hasStatus, toastFailure } from './failures.ts'
import { readToken } from './token.ts'

/**
 * Starts a fetch in a route's loader, which doesn't wait for it: the page is shown at once. Without a token nothing is fetched, since
 * the shell redirects to the sign-in page.
 */
export function startLoading<Value>(fetch: () => Promise<Value>): Promise<Value> {
  const loading = readToken() === null ? new Promise<never>(() => undefined) : fetch()
  // A failure is reported by the page that is shown. It may have been left before.
  loading.catch(() => undefined)
  return loading
}

type Settled<Value> = { loading: Promise<Value>; value?: Value | undefined; failure?: 'gone' | 'unreachable' }

/** What a loader started to fetch. While it is fetched again, the previous value stays. `failed` is the toast when it fails. */
export function useLoaded<Value>(loading: Promise<Value>, failed: string) {
  const [settled, setSettled] = useState<Settled<Value>>()
  const { revalidate } = useRevalidator()

  useEffect(() => {
    let isCurrent = true
    loading.then(
      (value) => isCurrent && setSettled({ loading, value }),
      (error) => {
        if (!isCurrent) return
        setSettled((old) => ({ loading, value: old?.value, failure: hasStatus(error, 404) ? 'gone' : 'unreachable' }))
        toastFailure(error, failed)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loading, failed])

  const isLoading = settled?.loading !== loading
  return {
    value: settled?.value,
    failure: isLoading ? undefined : settled.failure,
    isLoading,
    set: (value: Value) => setSettled({ loading, value }),
    reload: () => void revalidate(),
  }
}
