import { v7 as uuidv7 } from 'uuid'
import { toMinor } from '#contracts/shop/money.ts'
import type { ManualPaymentForm } from '#contracts/shop/order-admin.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { shopDay, shopStart } from '#contracts/shop/shop-time.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { productNotFound } from '#server/platform/product-directory.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { lockProduct } from '#server/shop/orders/orders.store.ts'
import { isOwnedBy } from '#server/shop/orders/ownership.ts'
import { alreadyOwned } from './grant-item.ts'

/**
 * Records a payment in person as a closed order with one paid attempt. The payment is booked, has a receipt and can be refunded like any
 * other payment.
 * @throws ProblemError when the email address already owns the item
 */
export type RecordManualPayment = (form: ManualPaymentForm, by?: Actor) => Promise<{ orderId: string }>

/** @param deps.siteUrl return URL of manually recorded orders, which were not started from a page */
export function createRecordManualPayment(deps: OrderDeps & { record: RecordAction; siteUrl: string }): RecordManualPayment {
  const { orders, attempts, transition, findProduct, transact, now, record, siteUrl } = deps

  return async ({ product, productId, amount, currency, method, paidOn, note, ...form }, by) => {
    const email = form.email.toLowerCase()
    const item = await findProduct({ product, productId })
    if (!item) throw productNotFound(product)
    const orderId = uuidv7()
    const sale = { product, productId, currency, amountMinor: toMinor(amount) }
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
      const paidAt = paidOn === shopDay(now()) ? now() : shopStart(paidOn)
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
