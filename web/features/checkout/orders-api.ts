import type { Order, PaymentForm } from '#contracts/order.ts'
import { callAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** Fetches the order. Browsers that do not hold it get 404. */
export const fetchOrder = (id: string, signal?: AbortSignal) => call(id, '', signal && { signal })

/** Starts a payment, or returns the open one. */
export const startPayment = (id: string, form: PaymentForm) => call(id, '/payments', json('POST', form))

/** Makes the server ask the gateway for the payment status. */
export const checkPaymentStatus = (id: string) => call(id, '/check', { method: 'POST' })

/** Cancels the open payment, so that another option can be chosen. */
export const cancelPayment = (id: string) => call(id, '/cancel', { method: 'POST' })

function call(id: string, path: string, init: RequestInit = {}): Promise<Order> {
  return callAsClient(async (clientId) => {
    const headers = new Headers(init.headers)
    headers.set('client-id', clientId)
    return (await browserApi.call(`/orders/${encodeURIComponent(id)}${path}`, { ...init, headers })).json() as Promise<Order>
  })
}
