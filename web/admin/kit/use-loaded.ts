import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { clearFailure, hasStatus, toastFailure } from './failures.ts'
import { useRemembered } from './remembered.ts'
import { readToken } from './token.ts'

/**
 * Starts a fetch in a route loader that doesn't wait for the result, so that the page is rendered immediately. Without a session token
 * nothing is fetched, since the shell redirects to the sign-in page.
 */
export function startLoading<Value>(fetch: () => Promise<Value>): Promise<Value> {
  const loading = readToken() === null ? new Promise<never>(() => undefined) : fetch()
  // The rendered page reports a failed fetch, unless the page has already been left.
  loading.catch(() => undefined)
  return loading
}

type Settled<Value> = { loading: Promise<Value>; value?: Value; failure?: 'gone' | 'unreachable' }

/**
 * Returns the result of a fetch that a loader started. During a reload the previous value stays. `failed` is the toast on failure.
 * `isRemembered` is for pages without forms: Back and Forward display the former value until the new one has arrived.
 */
export function useLoaded<Value>(loading: Promise<Value>, failed: string, { isRemembered = false }: { isRemembered?: boolean } = {}) {
  const [known, remember] = useRemembered<Value>(failed)
  const [settled, setSettled] = useState<Settled<Value>>()
  const { revalidate } = useRevalidator()
  const store = useEffectEvent((value: Value) => isRemembered && remember(value))

  useEffect(() => {
    let isCurrent = true
    loading.then(
      (value) => {
        clearFailure(failed)
        if (!isCurrent) return
        store(value)
        setSettled({ loading, value })
      },
      (error) => {
        if (!isCurrent) return
        setSettled((old) => ({ loading, value: old?.value, failure: hasStatus(error, 404) ? 'gone' : 'unreachable' }))
        if (!hasStatus(error, 401)) toastFailure(error, failed)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loading, failed])

  const isLoading = settled?.loading !== loading
  return {
    value: settled ? settled.value : isRemembered ? known : undefined,
    failure: isLoading ? undefined : settled.failure,
    isLoading,
    set: (value: Value) => setSettled({ loading, value }),
    reload: () => void revalidate(),
  }
}
