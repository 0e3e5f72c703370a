import { randomBytes, randomInt } from 'node:crypto'
import type { NextActionResponse } from '#contracts/access.ts'
import type { Order } from '#contracts/order.ts'
import { ask } from '#tests/support/run-app.ts'

export type Shopper = ReturnType<typeof createShopper>

/**
 * A browser that buys with a gateway of the started product, the sandbox unless told otherwise, from a network of its own where the product
 * trusts this machine's `X-Forwarded-For`. Comes again when it is told to; every call rejects that is not answered 200 then.
 * @param send sends its requests
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
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<Answer>
  }

  return {
    ...{ clientId, network },

    /** `view`, or the address of a checkout page. */
    choose: async (productId: string, kind: 'book' | 'podcast' = 'book'): Promise<string> => {
      const wish = { clientId, productId, product: kind, currency: 'USD', returnUrl: `${product.url}/bookshop` }
      return (await call<NextActionResponse>('/get-next-action', wish)).action
    },

    /** Begins to pay the order of a checkout page. The reference is the gateway's own. */
    begin: async (checkoutPage: string, gateway = 'sandbox'): Promise<{ orderId: string; reference: string }> => {
      const orderId = new URL(checkoutPage).pathname.replace('/checkout/', '')
      const order = await call<Order>(`/orders/${orderId}/payments`, { gateway, method: 'web', email: 'rudo@reader.example' }, own)
      return { orderId, reference: order.attempt?.address?.split('/').at(-1)?.split('?')[0] ?? '' }
    },

    /** What is done on the gateway's own page, such as `pay` or `refund`. */
    act: (reference: string, action: string): Promise<unknown> => call(`/sandbox-gateway/payments/${reference}`, { action }),

    stateOf: async (orderId: string): Promise<Order['state']> => (await call<Order>(`/orders/${orderId}`, undefined, own)).state,
  }
}
