import { v7 as uuidv7 } from 'uuid'
import { toMinor } from '#contracts/shop/money.ts'
import type { Amount } from '#contracts/shop/order.ts'
import type { ManualPaymentForm } from '#contracts/shop/order-admin.ts'
import { CURRENCY_ROWS, type Currency, formatAmount } from '#contracts/shop/price.ts'
import { isUnlikelyAmount } from '#contracts/shop/unlikely-amount.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import { productNotFound } from '#server/product-directory.ts'
import { isOwnedBy } from '#server/shop/orders/copies/ownership.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { lockProduct } from '#server/shop/orders/orders.store.ts'
import { convertPrice } from '#server/shop/rates/convert-price.ts'
import type { Rates } from '#server/shop/rates/open-rates.ts'
import { alreadyOwned } from './grant-item.ts'

/**
 * Records a payment in person as a closed order with one paid attempt. The payment is booked, has a receipt and can be refunded like any
 * other payment.
 * @throws ProblemError when the email address already owns the item
 */
export type RecordManualPayment = (form: ManualPaymentForm, by?: Actor) => Promise<{ orderId: string }>

/** @param deps.siteUrl return URL of manually recorded orders, which were not started from a page */
export function createRecordManualPayment(
  deps: OrderDeps & { record: RecordAction; siteUrl: string; rates: Pick<Rates, 'current'> },
): RecordManualPayment {
  const { orders, attempts, transition, findProduct, transact, shopTime, now, record, siteUrl, rates } = deps

  /** Returns the price of the item in a currency; undefined if there is no current rate. */
  async function priceIn(currency: Currency, priceMinor: number): Promise<number | undefined> {
    if (!CURRENCY_ROWS[currency].converted) return priceMinor
    const current = await rates.current()
    return current.state === 'current' ? convertPrice(priceMinor, current.rate.scaled) : undefined
  }

  /** @throws invalidRequest when the amount differs so much from the price that its decimal point may be missing */
  async function requireLikely(amount: Amount, priceMinor: number) {
    const minor = await priceIn(amount.currency, Math.max(0, priceMinor))
    if (minor === undefined || !isUnlikelyAmount(minor, amount.minor)) return
    const price = minor === 0 ? 'is free' : `costs ${formatAmount({ ...amount, minor })}`
    throw invalidRequest([{ field: 'confirmed', message: `The item ${price}. Confirm that ${formatAmount(amount)} was paid.` }])
  }

  return async ({ product, productId, amount, currency, method, paidOn, note, confirmed, ...form }, by) => {
    const email = form.email.toLowerCase()
    const { dayOf, startOf } = shopTime()
    const today = dayOf(now())
    if (paidOn > today) throw invalidRequest([{ field: 'paidOn', message: 'Enter a date that is not in the future.' }])
    const item = await findProduct({ product, productId })
    if (!item) throw productNotFound(product)
    const orderId = uuidv7()
    const sale = { product, productId, currency, amountMinor: toMinor(amount) }
    if (!confirmed) await requireLikely({ currency, minor: sale.amountMinor }, item.priceMinor)
    await transact(async (transaction) => {
      await lockProduct(transaction, sale)
      if (await isOwnedBy(transaction, email, sale)) throw alreadyOwned()
      await orders.insert(transaction, {
        ...sale,
        id: orderId,
        clientDigest: null,
        title: item.title,
        priceMinor: item.priceMinor,
        email,
        returnUrl: siteUrl,
        closedAt: now(),
      })
      const attempt = await attempts.insert(transaction, {
        ...sale,
        orderId,
        clientDigest: orderId,
        gateway: 'manual',
        method,
        state: 'initiating',
        reference: orderId,
        createdAt: now(),
      })
      const paidAt = paidOn === today ? now() : startOf(paidOn)
      const detail = note || undefined
      await transition(transaction, attempt, { to: 'paid', cause: 'admin', detail }, { paidAt, lease: null, leasedUntil: null })
      const changes = [
        { field: 'email', to: email },
        { field: 'paid in person', to: `${formatAmount({ currency, minor: sale.amountMinor })}, ${paidOn}` },
        ...(note ? [{ field: 'note', to: note }] : []),
      ]
      await record(transaction, { noun: 'order', verb: 'added', subject: { id: orderId, name: item.title }, changes, by })
    })
    return { orderId }
  }
}
