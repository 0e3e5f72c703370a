import { v7 as uuidv7 } from 'uuid'
import type { NextActionRequest } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import { CURRENCIES, type Currency } from '#contracts/shop/price.ts'
import { digestClient } from '#server/platform/digest.ts'
import { notFound, tooManyRequests } from '#server/platform/problems.ts'
import { productNotFound } from '#server/platform/product-directory.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { methodsFor } from '#server/shop/gateways/payment-methods.ts'
import { hasExpired } from '#server/shop/orders/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import { sumRefunded } from '#server/shop/orders/money-movements.ts'
import type { OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'
import { orderState } from '#server/shop/orders/order-predicates.ts'
import { appliedRate, type OrderRow, type OrderStore } from '#server/shop/orders/orders.store.ts'
import { isRefusal, isSame, type Quote, type Quotes } from './quotes.ts'
import { shortReturnUrl } from './return-url.ts'
import type { UnusedOrders } from './unused-orders.ts'

/** Limit of new orders from one network, which many phones may share. Stops invented client ids from filling the database. */
const NEW_ORDERS = { max: 1000, seconds: 3600 }
/** Limit of changed return URLs from one network. */
const NEW_RETURNS = { max: 1000, seconds: 3600 }

export type FindReceipt = (orderId: string) => Promise<{ number: number } | undefined>
export type CheckoutService = ReturnType<typeof createCheckoutService>

/** Creates orders and returns them to the browsers that hold them. */
export function createCheckoutService({
  orders,
  attempts,
  money,
  payments,
  quotes,
  gateways,
  findReceipt,
  unused,
  rateLimits,
  transact,
  now,
}: OrderDeps & {
  payments: Pick<Payments, 'giveUp'>
  quotes: Quotes
  gateways: Gateway[]
  findReceipt: FindReceipt
  unused: Pick<UnusedOrders, 'makeRoom'>
  rateLimits: RateLimits
}) {
  async function quoteFor(request: NextActionRequest): Promise<Quote> {
    const wanted = await quotes.quote(request, request.currency)
    if (wanted && !isRefusal(wanted) && isPayable(wanted.currency)) return wanted
    const dollars = await quotes.quote(request, 'USD')
    if (!dollars || isRefusal(dollars)) throw productNotFound(request.product)
    return dollars
  }

  const isPayable = (currency: Currency) => gateways.length === 0 || gateways.some((gateway) => gateway.methods[currency]?.length)

  /** Finds the client's current order and its open attempt. `stands` is true if the order is being paid or its quote is up to date. */
  async function findCurrent(clientDigest: string, request: NextActionRequest, quote: Quote, reader?: Parameters<OrderStore['find']>[1]) {
    const order = await orders.findCurrent(clientDigest, request, quote.currency, reader)
    if (!order) return { order: undefined, stands: false }
    const open = await attempts.findOpen(clientDigest, request, quote.currency, reader)
    return { order, open, stands: open?.orderId === order.id || isSame(order, quote) }
  }

  function makeOrder(clientDigest: string, request: NextActionRequest, quote: Quote, ip: string): Promise<OrderRow['id']> {
    return transact(async (transaction) => {
      await orders.lockProduct(transaction, request)
      // A concurrent request of the same client may have created the order meanwhile.
      const found = await findCurrent(clientDigest, request, quote, transaction)
      if (found.order && found.stands) return found.order.id
      const { exceeded } = await rateLimits.count(limitsByNetwork('order from', ip, NEW_ORDERS), transaction)
      if (exceeded)
        throw tooManyRequests('Too many orders were created from this network', exceeded.waitSeconds, {
          detail: 'Wait a while, then try again.',
        })
      if (found.order) await orders.update(transaction, found.order.id, { closedAt: now() })
      const id = uuidv7()
      const { product, productId } = request
      const returnUrl = shortReturnUrl(request.returnUrl)
      await orders.insert(transaction, { id, clientDigest, product, productId, returnUrl, ...quote })
      await orders.addHolder(transaction, id, clientDigest)
      return id
    })
  }

  /** Updates the return URL. Above the rate limit the old URL stays, because this is no reason to refuse a sale. */
  async function updateReturnUrl(order: OrderRow, request: NextActionRequest, ip: string) {
    const returnUrl = shortReturnUrl(request.returnUrl)
    if (order.returnUrl === returnUrl) return
    const { exceeded } = await rateLimits.count(limitsByNetwork('return from', ip, NEW_RETURNS))
    if (!exceeded) await orders.update(orders.reader, order.id, { returnUrl })
  }

  /** @throws notFound unless the client holds the order */
  async function findHeld(id: string, clientId: string): Promise<OrderRow> {
    const order = await orders.findHeld(id, digestClient(clientId))
    if (!order) throw notFound('order')
    return order
  }

  return {
    find: (id: string): Promise<OrderRow | undefined> => orders.find(id),

    findHeld,

    /** @throws notFound when the order does not exist */
    requireOrder: async (id: string): Promise<void> => {
      if (!(await orders.find(id))) throw notFound('order')
    },

    /**
     * Returns the order under which a client buys an item: the order whose payment is being processed, the order that is being paid, an
     * order with an up-to-date quote, or a new order. Undefined when a check finds the item already paid.
     */
    orderFor: async (request: NextActionRequest, ip: string): Promise<{ orderId: string; currency: Currency } | undefined> => {
      const clientDigest = digestClient(request.clientId)
      const processing = await attempts.findProcessing(clientDigest, request)
      if (processing) return { orderId: processing.orderId, currency: processing.currency }
      const quote = await quoteFor(request)
      const { currency } = quote
      const found = await findCurrent(clientDigest, request, quote)
      if (found.open && hasExpired(found.open, now())) {
        await payments.giveUp(found.open)
        if (await orders.isOwned(orders.reader, clientDigest, request)) return undefined
      } else if (found.order && found.stands) {
        await updateReturnUrl(found.order, request, ip)
        return { orderId: found.order.id, currency }
      }
      await unused.makeRoom()
      return { orderId: await makeOrder(clientDigest, request, quote, ip), currency }
    },

    /** Returns the order for its buyer. */
    view: async (id: string, clientId: string): Promise<Order> => {
      const order = await findHeld(id, clientId)
      const [all, receipt, granted, quote, offers] = await Promise.all([
        attempts.listOf(id),
        findReceipt(id),
        orders.isGranted(id),
        quotes.check(order),
        Promise.all(CURRENCIES.map((currency) => quotes.offer(order, currency))),
      ])
      const ways = gateways.flatMap((gateway) => methodsFor(gateway, order).map((method) => ({ gateway: gateway.name, method })))
      const refundedMinor = sumRefunded(await money.listOf(all.map(({ id }) => id)))
      return viewOrder(order, all, { receiptNumber: receipt?.number ?? null, refundedMinor, granted, quote, offers, ways })
    },
  }
}

/** Converts an order to the response for its buyer. `attempts` are all attempts of the order, the latest first. */
function viewOrder(
  order: OrderRow,
  attempts: AttemptRow[],
  related: Pick<Order, 'receiptNumber' | 'refundedMinor' | 'quote' | 'offers' | 'ways'> & { granted: boolean },
): Order {
  const { granted, ...shown } = related
  const attempt = attempts.find(({ state }) => state === 'processing') ?? attempts[0]
  return {
    id: order.id,
    state: orderState(order, attempts, granted),
    product: { kind: order.product, id: order.productId, title: order.title },
    amount: { currency: order.currency, minor: order.amountMinor },
    priceMinor: order.priceMinor,
    rate: appliedRate(order),
    email: order.email,
    attempt: attempt ? viewAttempt(attempt) : null,
    returnUrl: order.returnUrl,
    createdAt: order.createdAt.toISOString(),
    ...shown,
  }
}

function viewAttempt({
  state,
  gateway,
  method,
  phone,
  pageUrl,
  instructions,
  reason,
  expiresAt,
}: AttemptRow): NonNullable<Order['attempt']> {
  return { state, gateway, method, phone, address: pageUrl, instructions, reason, expiresAt: expiresAt?.toISOString() ?? null }
}
