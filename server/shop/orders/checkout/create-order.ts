import { v7 as uuidv7 } from 'uuid'
import type { NextActionRequest } from '#contracts/shop/access.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { productNotFound } from '#server/product-directory.ts'
import { hasExpired } from '#server/shop/orders/attempts/attempt-states.ts'
import { isOwned } from '#server/shop/orders/copies/ownership.ts'
import type { OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'
import { lockBuyer, lockProduct, type OrderRow } from '#server/shop/orders/orders.store.ts'
import { isSame, type Quote, type Quotes } from './quotes.ts'
import type { UnusedOrders } from './remove-unpaid-orders.ts'

/** Limit of new orders from one network, which many phones may share. The limit prevents a flood of orders with invented client ids. */
const NEW_ORDERS = { max: 1000, seconds: 3600 }
/** Rate limit for changed return URLs from one network. */
const NEW_RETURNS = { max: 1000, seconds: 3600 }

/**
 * Returns the order with which a client buys an item: an order whose payment is processing or open, an order with an up-to-date quote, or a
 * new order with the current price. Undefined if a check finds that the item is already paid.
 */
export type OrderFor = (request: NextActionRequest, ip: string) => Promise<{ orderId: string; currency: Currency } | undefined>

export function createOrderFor(
  deps: OrderDeps & {
    payments: Pick<Payments, 'abandon'>
    quotes: Quotes
    unused: Pick<UnusedOrders, 'makeRoom'>
    rateLimits: RateLimits
  },
): OrderFor {
  const { orm, orders, attempts, payments, quotes, unused, rateLimits, transact, now } = deps

  /** Finds the client's current order and its open attempt. `stands` is true if the order is being paid or its quote is up to date. */
  async function findCurrent(clientDigest: string, request: NextActionRequest, quote: Quote, reader?: Reader) {
    const order = await orders.findCurrent(clientDigest, request, quote.currency, reader)
    if (!order) return { order: undefined, stands: false }
    const open = await attempts.findOpen(clientDigest, request, quote.currency, reader)
    return { order, open, stands: open?.orderId === order.id || isSame(order, quote) }
  }

  /**
   * Stores an order with its quote, which is immutable. The order is counted before the transaction, which therefore holds no lock that other
   * buyers of the network wait for.
   */
  async function createOrder(clientDigest: string, request: NextActionRequest, quote: Quote, ip: string): Promise<OrderRow['id']> {
    const counted = await rateLimits.count(limitsByNetwork('order from', ip, NEW_ORDERS))
    if (counted.exceeded)
      throw tooManyRequests('Too many orders were created from this network', counted.exceeded.waitSeconds, {
        detail: 'Wait a while, then try again.',
      })
    let isStored = false
    try {
      const stored = await storeOrder(clientDigest, request, quote)
      isStored = stored.isNew
      return stored.id
    } finally {
      if (!isStored) await rateLimits.forget(counted.id)
    }
  }

  function storeOrder(clientDigest: string, request: NextActionRequest, quote: Quote): Promise<{ id: OrderRow['id']; isNew: boolean }> {
    return transact(async (transaction) => {
      await lockBuyer(transaction, clientDigest, request)
      // A concurrent request of the same client may already have created the order.
      let found = await findCurrent(clientDigest, request, quote, transaction)
      if (found.order && !found.stands) {
        // A payment of the former order may be starting.
        await lockProduct(transaction, request)
        found = await findCurrent(clientDigest, request, quote, transaction)
      }
      if (found.order && found.stands) return { id: found.order.id, isNew: false }
      if (found.order) await orders.update(transaction, found.order.id, { closedAt: now() })
      const id = uuidv7()
      const { product, productId } = request
      const returnUrl = shortReturnUrl(request.returnUrl)
      await orders.insert(transaction, { id, clientDigest, product, productId, returnUrl, ...quote })
      await orders.addViewer(transaction, id, clientDigest)
      return { id, isNew: true }
    })
  }

  /** Updates the return URL of an order. If the rate limit is exceeded, the old URL remains, so that the sale is not refused. */
  async function updateReturnUrl(order: OrderRow, request: NextActionRequest, ip: string) {
    const returnUrl = shortReturnUrl(request.returnUrl)
    if (order.returnUrl === returnUrl) return
    const { exceeded } = await rateLimits.count(limitsByNetwork('return from', ip, NEW_RETURNS))
    if (!exceeded) await orders.update(orm, order.id, { returnUrl })
  }

  return async (request, ip) => {
    const clientDigest = digestClient(request.clientId)
    const processing = await attempts.findProcessing(clientDigest, request)
    if (processing) return { orderId: processing.orderId, currency: processing.currency }
    const quote = await quotes.quote(request, request.currency)
    if (!quote) throw productNotFound(request.product)
    const { currency } = quote
    const found = await findCurrent(clientDigest, request, quote)
    if (found.open && hasExpired(found.open, now())) {
      await payments.abandon(found.open)
      if (await isOwned(orm, clientDigest, request)) return undefined
    } else if (found.order && found.stands) {
      await updateReturnUrl(found.order, request, ip)
      return { orderId: found.order.id, currency }
    }
    await unused.makeRoom()
    return { orderId: await createOrder(clientDigest, request, quote, ip), currency }
  }
}

/** Maximum length of a return URL; much longer than the URL of any page of the site. */
const MAX_LENGTH = 500

/** Returns the return URL to store with an order. A URL that is too long loses its query string and hash, and if necessary its path. */
export function shortReturnUrl(url: string): string {
  if (url.length <= MAX_LENGTH) return url
  const { origin, pathname } = new URL(url)
  const page = origin + pathname
  return page.length <= MAX_LENGTH ? page : `${origin}/`
}
