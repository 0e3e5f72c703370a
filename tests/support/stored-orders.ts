import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { GatewayName } from '#contracts/shop/gateways.ts'
import type { AttemptState, RefundReason } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { isReturned } from '#server/shop/orders/attempts/attempt-states.ts'
import { copies, copyHolders } from '#server/shop/orders/copies/copies.schema.ts'
import {
  attemptEvents,
  gatewayMessages,
  type MoneyKind,
  moneyMovements,
  orders,
  orderViewers,
  paymentAttempts,
  refundsDue,
} from '#server/shop/orders/orders.schema.ts'
import { receipts } from '#server/shop/receipts/receipts.schema.ts'

type StoredAttempt = {
  state: AttemptState
  gateway?: GatewayName
  paidAt?: Date
  /** Time at which the whole amount was refunded, if it was; by default the time of payment */
  returnedAt?: Date
  /** Earlier partial refunds, in minor units */
  refunds?: { minor: number; at: Date }[]
  reference?: string
  gatewayReference?: string
  refundDue?: RefundReason
  message?: string
  receipt?: number
}
type StoredOrder = {
  title?: string
  email?: string | null
  product?: ProductKind
  productId?: string
  currency?: Currency
  amountMinor?: number
  closed?: boolean
  createdAt?: Date
  attempts?: StoredAttempt[]
  grant?: 'stands' | 'revoked'
}

/** Stores an order with any history directly in the tables, for tests of how it is displayed. */
export async function storeOrder(orm: Orm, { attempts = [], grant, closed = false, createdAt = new Date(), ...order }: StoredOrder = {}) {
  const { title = 'Sow in Season', email = 'chipo@example.com', product = 'book', productId = uuidv7() } = order
  const { currency = 'USD', amountMinor = 799 } = order
  const id = uuidv7()
  const clientDigest = createHash('sha256').update(randomBytes(16)).digest('base64url')
  const rate = currency === 'ZWG' ? { rateScaled: 26_743_100, rateAsOf: createdAt, rateSource: 'Reserve Bank' } : {}
  await orm.insert(orders).values({
    id,
    clientDigest,
    product,
    productId,
    title,
    currency,
    amountMinor,
    priceMinor: 799,
    email,
    createdAt,
    ...rate,
    returnUrl: 'http://localhost/bookshop',
    closedAt: closed ? createdAt : null,
  })
  await orm.insert(orderViewers).values({ orderId: id, clientDigest })
  const wasPaid = attempts.some(({ state, paidAt }) => paidAt ?? paidSince(state, createdAt))
  if (grant || wasPaid) {
    const stands = grant ? grant === 'stands' : attempts.some(({ state }) => state === 'paid')
    const granted = grant && { reason: 'A gift', grantedBy: 'Ada' }
    const copy = {
      orderId: id,
      product,
      productId,
      email: email ?? '',
      madeAt: createdAt,
      revokedAt: stands ? null : createdAt,
      ...granted,
    }
    const [stored] = await orm
      .insert(copies)
      .values({ id: uuidv7(), ...copy })
      .returning({ copyId: copies.id })
    if (stored) await orm.insert(copyHolders).values({ ...stored, clientDigest })
  }
  const ids: string[] = []
  for (const {
    state,
    gateway = 'test',
    paidAt,
    returnedAt,
    refunds = [],
    reference = randomBytes(16).toString('hex'),
    gatewayReference,
    refundDue,
    message,
    receipt,
  } of attempts) {
    const attemptId = uuidv7()
    ids.push(attemptId)
    await orm.insert(paymentAttempts).values({
      id: attemptId,
      orderId: id,
      product,
      productId,
      currency,
      amountMinor,
      // Pending attempts have different client ids, because a browser can have only one pending attempt.
      clientDigest: state === 'initiating' || state === 'open' ? randomBytes(16).toString('hex') : clientDigest,
      gateway,
      method: 'web',
      reference,
      state,
      gatewayReference,
      createdAt,
      paidAt: paidAt ?? paidSince(state, createdAt),
    })
    const came = paidAt ?? paidSince(state, createdAt)
    const movement = (kind: MoneyKind, minor: number, at: Date) =>
      orm.insert(moneyMovements).values({ id: uuidv7(), attemptId, kind, amountMinor: minor, source: uuidv7(), at, bookedAt: at })
    if (came) await movement('payment', amountMinor, came)
    for (const { minor, at } of refunds) await movement('refund', minor, at)
    const left = refunds.reduce((rest, { minor }) => rest - minor, amountMinor)
    if (came && isReturned(state)) await movement(state === 'refunded' ? 'refund' : 'chargeback', left, returnedAt ?? came)
    await orm.insert(attemptEvents).values({ id: uuidv7(), attemptId, to: state, cause: 'gateway', at: createdAt })
    if (refundDue) await orm.insert(refundsDue).values({ attemptId, reason: refundDue })
    if (message)
      await orm
        .insert(gatewayMessages)
        .values({ id: uuidv7(), attemptId, gateway: 'test', messageId: message, kind: 'message', body: message })
    if (receipt)
      await orm.insert(receipts).values({ number: receipt, attemptId, orderId: id, email: email ?? '', datedAt: paidAt ?? createdAt })
  }
  return { id, attempts: ids }
}

function paidSince(state: AttemptState, createdAt: Date) {
  return ['paid', 'disputed', 'refunded', 'charged_back'].includes(state) ? createdAt : null
}
