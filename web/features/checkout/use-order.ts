import { useCallback, useEffect, useState } from 'react'
import type { Order } from '#contracts/order.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { fetchOrder } from './orders-api.ts'

type Found = { state: 'loading' | 'missing' | 'failed' } | { state: 'there'; order: Order }

/** The order as last fetched. The previous order stays until one with another id has arrived. */
export function useOrder(id: string) {
  const [found, setFound] = useState<Found>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  const setOrder = useCallback((order: Order) => setFound({ state: 'there', order }), [])
  const retry = useCallback(() => setTries((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry fetches again
  useEffect(() => {
    const controller = new AbortController()
    fetchOrder(id, controller.signal).then(setOrder, (error: unknown) => {
      if (controller.signal.aborted) return
      const missing = error instanceof ApiError && error.problem.status === 404
      if (!missing) console.warn(error)
      setFound({ state: missing ? 'missing' : 'failed' })
    })
    return () => controller.abort()
  }, [id, tries, setOrder])

  useEffect(() => {
    if (found.state !== 'failed') return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [found.state, retry])

  return { found, setOrder, retry }
}
