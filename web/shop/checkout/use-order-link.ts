import { useLocation, useNavigate } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'
import { keepsClientId } from '#web/lib/access/client-id.ts'
import { ApiError, isNotFound } from '#web/lib/api/api.ts'
import { claimOrder, fetchOrder } from './orders-api.ts'

/**
 * Returns a function that fetches the order. A browser without access to the order opens it with the signed key in the page's URL: e-mails
 * contain the key in the fragment, gateways return it in the query. The key is removed from the URL if the browser can store its client id.
 */
export function useOrderLink(orderId: string): (signal: AbortSignal) => Promise<Order> {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()

  return async (signal) => {
    const query = new URLSearchParams(search)
    const key = new URLSearchParams(hash.slice(1)).get('key') ?? query.get('key')
    if (!key) return fetchOrder(orderId, signal)
    const order = await fetchOrder(orderId, signal).catch((error: unknown) => openByKey(orderId, key, error))
    query.delete('key')
    if (await keepsClientId()) navigate({ pathname, search: query.toString(), hash: '' }, { replace: true, state })
    return order
  }
}

async function openByKey(orderId: string, key: string, error: unknown): Promise<Order> {
  if (!isNotFound(error)) throw error
  return claimOrder(orderId, key).catch((refusal: unknown) => {
    throw refusal instanceof ApiError && refusal.problem.status === 400 ? error : refusal
  })
}
