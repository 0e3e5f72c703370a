import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

type RefundNotice = { orderId: string; email: string; attemptId: string; amountMinor: number; currency: Currency }
type Notice =
  | { kind: 'granted' | 'address_removed'; orderId: string; email: string }
  | (RefundNotice & { kind: 'refunded' | 'partly_refunded' | 'refund_undone'; afterMinutes?: number })

/** Effects of a payment change in other features, inside the transaction that records the change. */
export type PaymentEffects = {
  issueReceipt: (transaction: Transaction, sale: { attemptId: string; orderId: string; email: string; datedAt: Date }) => Promise<number>
  /** Queues a mail about an order. It is sent after the transaction has committed and `afterMinutes` have passed */
  notify: (transaction: Transaction, notice: Notice) => Promise<void>
  /** Removes the queued mail about a refund of this amount. Returns false when it was already sent */
  withdrawRefund: (transaction: Transaction, refund: Pick<RefundNotice, 'attemptId' | 'amountMinor'>) => Promise<boolean>
  /** Queues the receipts of an order again, for this email address. Returns false when there are none */
  requeue: (transaction: Transaction, order: { orderId: string; email: string }) => Promise<boolean>
  /** Changes the recipient of the queued mails about an order */
  readdress: (transaction: Transaction, order: { orderId: string; email: string }) => Promise<void>
  setEntitlement: (
    connection: Pick<Orm, 'insert' | 'update'>,
    holder: ProductRef & { clientDigest: string },
    entitled: boolean,
  ) => Promise<void>
}
