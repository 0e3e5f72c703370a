import type { Order, PaymentForm } from '#contracts/order.ts'
import { callAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** Reads the order. It is not found unless this browser holds it. */
export const fetchOrder = (id: string, signal?: AbortSignal) => call(id, '', signal && { signal })

/** Begins to pay, or answers the payment that is under way. */
export const startPayment = (id: string, form: PaymentForm) => call(id, '/payments', json('POST', form))

/** Has the server look at what became of the payment. */
export const checkPaymentStatus = (id: string) => call(id, '/check', { method: 'POST' })

/** Gives up the open payment, so that another way can be chosen. */
export const cancelPayment = (id: string) => call(id, '/cancel', { method: 'POST' })

function call(id: string, path: string, init: RequestInit = {}): Promise<Order> {
  return callAsClient(async (clientId) => {
    const headers = new Headers(init.headers)
    headers.set('client-id', clientId)
    return (await browserApi.call(`/orders/${encodeURIComponent(id)}${path}`, { ...init, headers })).json() as Promise<Order>
  })
}
