import type { Order, PaymentForm } from '#contracts/shop/order.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'

/** Fetches the order. Browsers without access to the order receive 404. */
export const fetchOrder = (id: string, signal?: AbortSignal) => call(id, '', signal && { signal })

/** Grants this browser access to an order, by the signed key of an order link. */
export const claimOrder = (id: string, key: string) => call(id, '/claim', json('POST', { key }))

/** Starts a payment, or returns the payment that is already open. */
export const startPayment = (id: string, form: PaymentForm) => call(id, '/payments', json('POST', form))

/** Has the server check the payment status at the gateway. */
export const checkPaymentStatus = (id: string) => call(id, '/check', { method: 'POST' })

/** Cancels the open payment, so that another option can be chosen. */
export const cancelPayment = (id: string) => call(id, '/cancel', { method: 'POST' })

/** Corrects the email address that refused the receipt. */
export const correctReceiptAddress = (id: string, email: string) => call(id, '/email', json('POST', { email }))

/** Fetches the receipt as an HTML page. */
export async function fetchReceipt(id: string): Promise<{ number: number; html: string }> {
  return (await requestAsClient(`/orders/${encodeURIComponent(id)}/receipt`)).json()
}

async function call(id: string, path: string, init?: RequestInit): Promise<Order> {
  return (await requestAsClient(`/orders/${encodeURIComponent(id)}${path}`, init)).json()
}
