import { randomBytes, randomInt } from 'node:crypto'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import { ask } from '#tests/support/run-app.ts'

export type Shopper = ReturnType<typeof createShopper>

/**
 * Creates a browser that buys at a gateway of the started server, by default the test gateway. The browser uses a separate network if the
 * server trusts this machine's `X-Forwarded-For`. Requests are retried when the response asks for a retry; a call whose final response is
 * not 200 rejects.
 * @param send sends the browser's requests
 */
export function createShopper(product: { url: string }, send: typeof ask = ask) {
  const clientId = randomBytes(24).toString('base64url')
  const own = { 'client-id': clientId }
  const network = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

  async function call<Answer>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json = { method: 'POST', body: JSON.stringify(body ?? {}) }
    const response = await send(`${product.url}/api${path}`, {
      ...(body === undefined ? {} : json),
      headers: { 'x-forwarded-for': network, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json() as Promise<Answer>
  }

  return {
    clientId,
    network,

    /** Requests access to an item. Returns `view`, or the URL of a checkout page. */
    choose: async (productId: string, kind: 'book' | 'podcast' = 'book'): Promise<string> => {
      const wish = { clientId, productId, product: kind, currency: 'USD', returnUrl: `${product.url}/bookshop` }
      return (await call<NextActionResponse>('/get-next-action', wish)).action
    },

    /** Starts the payment of the order of a checkout page. The returned reference is assigned by the gateway. */
    begin: async (checkoutPage: string, gateway = 'test'): Promise<{ orderId: string; reference: string }> => {
      const orderId = new URL(checkoutPage).pathname.replace('/checkout/', '')
      const order = await call<Order>(`/orders/${orderId}/payments`, { gateway, method: 'web', email: 'rudo@reader.example' }, own)
      return { orderId, reference: order.attempt?.address?.split('/').at(-1)?.split('?')[0] ?? '' }
    },

    /** Performs an action on the gateway's own page, such as `pay` or `refund`. */
    act: (reference: string, action: string): Promise<unknown> => call(`/sandbox-gateway/payments/${reference}`, { action }),

    stateOf: async (orderId: string): Promise<Order['state']> => (await call<Order>(`/orders/${orderId}`, undefined, own)).state,
  }
}
