import type { Order, PaymentForm } from '#contracts/order.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'

/** Fetches the order. Browsers that do not hold it get 404. */
export const fetchOrder = (id: string, signal?: AbortSignal) => call(id, '', signal && { signal })

/** Opens the order in this browser, by the signed part of a link to it. */
export const claimOrder = (id: string, key: string) => call(id, '/claim', json('POST', { key }))

/** Starts a payment, or returns the open one. */
export const startPayment = (id: string, form: PaymentForm) => call(id, '/payments', json('POST', form))

/** Makes the server ask the gateway for the payment status. */
export const checkPaymentStatus = (id: string) => call(id, '/check', { method: 'POST' })

/** Cancels the open payment, so that another option can be chosen. */
export const cancelPayment = (id: string) => call(id, '/cancel', { method: 'POST' })

async function call(id: string, path: string, init?: RequestInit): Promise<Order> {
  return (await requestAsClient(`/orders/${encodeURIComponent(id)}${path}`, init)).json()
}
