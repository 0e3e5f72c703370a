import { v7 as uuidv7 } from 'uuid'
import type { NextActionRequest } from '#contracts/access.ts'
import type { Order, PaymentOption } from '#contracts/order.ts'
import type { QuoteState } from '#contracts/payment.ts'
import { CURRENCIES, type Currency } from '#contracts/price.ts'
import { DEAD_ORDER_DAYS } from '#contracts/retention.ts'
import { isOver } from '#server/features/orders/attempt-states.ts'
import type { AttemptRow, AttemptStore } from '#server/features/orders/attempts.store.ts'
import type { OrderRow, OrderStore } from '#server/features/orders/orders.store.ts'
import type { PaymentService } from '#server/features/orders/payments/payments.service.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { methodsFor } from '#server/platform/gateways/payment-methods.ts'
import { notFound, tooManyRequests } from '#server/platform/problems.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { ExceededLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { OrderRemovalStore } from './order-removal.store.ts'
import { isRefusal, isSame, type Quote, type Quotes } from './quotes.ts'
import { shortReturnUrl } from './return-url.ts'
import type { UnusedOrders } from './unused-orders.ts'
import { viewOrder } from './view-order.ts'

/** Orders made from one network, which many phones may share: nobody may fill the database by inventing client ids. */
const NEW_ORDERS = { max: 1000, seconds: 3600 }
/** Orders that are told of another page to go back to, from one network. */
const NEW_RETURNS = { max: 1000, seconds: 3600 }

export type CheckoutService = ReturnType<typeof createCheckoutService>

/** Makes orders and shows them to the browser that made them. */
export function createCheckoutService({
  orders,
  attempts,
  payments,
  quotes,
  gateways,
  findReceipt,
  isGranted,
  removal,
  unused,
  tries,
  transact,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  payments: Pick<PaymentService, 'giveUp'>
  quotes: Quotes
  gateways: Gateway[]
  findReceipt: (orderId: string) => Promise<{ number: number } | undefined>
  isGranted: (orderId: string) => Promise<boolean>
  removal: Pick<OrderRemovalStore, 'removeDead'>
  unused: UnusedOrders
  tries: RateLimits
  transact: Transact
  now: () => Date
}) {
  async function quoteFor(request: NextActionRequest): Promise<Quote> {
    const wished = await quotes.quote(request, request.currency)
    if (wished && !isRefusal(wished) && isPayable(wished.currency)) return wished
    // What can't be paid in today leaves dollars.
    const dollars = await quotes.quote(request, 'USD')
    if (!dollars || isRefusal(dollars)) throw notFound(request.product === 'book' ? 'book' : 'episode')
    return dollars
  }

  /** Whether an order would be made just so today, and why not. */
  async function judge(order: OrderRow): Promise<QuoteState> {
    const quote = await quotes.quote(order, order.currency)
    if (quote && !isRefusal(quote)) return isSame(order, quote) ? 'stands' : 'changed'
    return (await quotes.isThere(order)) ? 'changed' : 'gone'
  }

  const isPayable = (currency: Currency) => gateways.length === 0 || gateways.some((gateway) => gateway.methods[currency]?.length)

  /** Whether the client goes on with an order: its payment is under way, or it says what a new one would say. */
  const stands = (order: OrderRow, open: AttemptRow | undefined, quote: Quote) => open?.orderId === order.id || isSame(order, quote)

  async function findStanding(clientDigest: string, request: NextActionRequest, quote: Quote, reader?: Parameters<OrderStore['find']>[1]) {
    const order = await orders.findCurrent(clientDigest, request, quote.currency, reader)
    if (!order) return { order: undefined, stands: false }
    const open = await attempts.findOpen(clientDigest, request, quote.currency, reader)
    return { order, open, stands: stands(order, open, quote) }
  }

  function makeOrder(clientDigest: string, request: NextActionRequest, quote: Quote, address: string): Promise<OrderRow['id']> {
    return transact(async (transaction) => {
      await orders.lockProduct(transaction, request)
      // Another call of the same client may have been faster.
      const found = await findStanding(clientDigest, request, quote, transaction)
      if (found.order && found.stands) return found.order.id
      const { exceeded } = await tries.count(limitsByNetwork('order from', address, NEW_ORDERS), transaction)
      if (exceeded) throw tooManyOrders(exceeded)
      if (found.order) await orders.update(transaction, found.order.id, { closedAt: now() })
      const id = uuidv7()
      const { product, productId } = request
      const returnUrl = shortReturnUrl(request.returnUrl)
      await orders.insert(transaction, { id, clientDigest, product, productId, returnUrl, ...quote })
      await orders.addHolder(transaction, id, clientDigest)
      return id
    })
  }

  /** One that changes too often goes on leading where it did: nobody is kept from buying for that. */
  async function leadBack(order: OrderRow, request: NextActionRequest, address: string) {
    const returnUrl = shortReturnUrl(request.returnUrl)
    if (order.returnUrl === returnUrl) return
    const { exceeded } = await tries.count(limitsByNetwork('return from', address, NEW_RETURNS))
    if (!exceeded) await orders.update(orders.reader, order.id, { returnUrl })
  }

  /** @throws notFound unless the client holds the order */
  async function findHeld(id: string, clientId: string): Promise<OrderRow> {
    const order = await orders.findHeld(id, digestClient(clientId))
    if (!order) throw notFound('order')
    return order
  }

  return {
    findHeld,

    /** @throws notFound when there is no such order */
    requireOrder: async (id: string): Promise<void> => {
      if (!(await orders.find(id))) throw notFound('order')
    },

    /**
     * The order under which a client buys an item, for a checkout page: the one whose payment is under way, the one that still
     * says what is true today, or a new one. Undefined when it turned out that the item was paid for already.
     */
    orderFor: async (request: NextActionRequest, address: string): Promise<{ orderId: string; currency: Currency } | undefined> => {
      const clientDigest = digestClient(request.clientId)
      const quote = await quoteFor(request)
      const { currency } = quote
      const found = await findStanding(clientDigest, request, quote)
      if (found.open && isOver(found.open, now())) {
        await payments.giveUp(found.open)
        if (await orders.isOwned(orders.reader, clientDigest, request)) return undefined
      } else if (found.order && found.stands) {
        await leadBack(found.order, request, address)
        return { orderId: found.order.id, currency }
      }
      await unused.makeRoom()
      return { orderId: await makeOrder(clientDigest, request, quote, address), currency }
    },

    /** Forgets the orders that nobody comes back to: that were looked at and never paid, or of which no payment came to anything. Answers how many. */
    purge: async (): Promise<number> => {
      const before = new Date(now().getTime() - DEAD_ORDER_DAYS * 24 * 3_600_000)
      for (let sum = await unused.purge(); ; ) {
        const removed = await removal.removeDead(before)
        if (removed === 0) return sum
        sum += removed
      }
    },

    judgeQuote: async (orderId: string): Promise<QuoteState> => {
      const order = await orders.find(orderId)
      return order ? judge(order) : 'gone'
    },

    /** The order as its buyer sees it. */
    view: async (id: string, clientId: string): Promise<Order> => {
      const order = await findHeld(id, clientId)
      const [tries, receipt, granted, quote, offers] = await Promise.all([
        attempts.listOf(id),
        findReceipt(id),
        isGranted(id),
        judge(order),
        Promise.all(CURRENCIES.map((currency) => quotes.offer(order, currency))),
      ])
      const ways: PaymentOption[] = gateways.flatMap((gateway) =>
        methodsFor(gateway, order).map((method) => ({ gateway: gateway.name, method })),
      )
      return viewOrder({ order, attempts: tries, receiptNumber: receipt?.number ?? null, granted, quote, offers, ways })
    },
  }
}

function tooManyOrders({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('Many items were chosen over this network, perhaps by others', waitSeconds, {
    detail: 'Wait a while, then try again.',
  })
}
