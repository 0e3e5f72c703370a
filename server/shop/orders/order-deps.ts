import type { PaymentForm } from '#contracts/shop/order.ts'
import type { GatewayName, QuoteState } from '#contracts/shop/payment.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { FindProduct } from '#server/platform/product-directory.ts'
import type { Gateway, GatewayMessage, Notification } from '#server/shop/gateways/gateway.ts'
import type { AttemptRow } from './attempts.store.ts'
import type { OrderStores } from './order-stores.ts'
import type { OrderRow } from './orders.store.ts'
import type { Transition } from './payment-states.ts'
import type { RefundRecorder } from './record-refunds.ts'
import type { UpdateEntitlements } from './update-entitlements.ts'

/** Dependencies shared by checkout, payments and admin. */
export type OrderDeps = OrderStores &
  Pick<Platform, 'orm' | 'transact' | 'alert' | 'now'> & {
    transition: Transition
    refundRecorder: RefundRecorder
    updateEntitlements: UpdateEntitlements
    findProduct: FindProduct
  }

/** Rate-limit guard: counts a new payment in the transaction that stores it. @throws ProblemError 429 when a rate limit is exceeded */
export type Admit = (transaction: Transaction) => Promise<void>

/** Pages to which the gateway sends the buyer back. */
export type ReturnUrls = { returnUrl: string; cancelUrl: string }

/** The payment to check now, or the reason for ignoring the notification. */
type NotificationResult =
  | { attemptId: string }
  | { ignored: 'unknown_payment' | 'other_sale' | 'other_currency' | 'other_amount' | 'duplicate' }

/** Starts and checks payments. A payment becomes paid only by a status that the app reads from the gateway. */
export type Payments = {
  /**
   * Starts a payment for an order, or resumes its open attempt. The attempt is stored before it is sent, so that it can be checked
   * later even if the gateway's response is lost. Returns the order's quote at the start.
   * @param admit refuses a new attempt, in the transaction that would store it
   */
  start: (order: OrderRow, form: PaymentForm, urls: ReturnUrls, admit?: Admit) => Promise<QuoteState>
  /**
   * Reads the status of an attempt from its gateway and applies it. Does nothing while another caller holds the lease, since that
   * caller also handles notifications that arrive meanwhile.
   * @throws GatewayUnclearError when the status can't be read; the check is retried later
   */
  check: (attemptId: string) => Promise<void>
  /** Checks the latest attempts of an order for a polling page, at a limited rate. */
  checkOrder: (orderId: string) => Promise<void>
  /** Cancels the open attempt of an order, so that the order can be paid another way. */
  cancel: (order: OrderRow) => Promise<void>
  /** Cancels an attempt for the buyer after a last check. Scheduled checks continue, since it may be paid late. */
  giveUp: (attempt: AttemptRow) => Promise<void>
  /**
   * Stores a verified notification and schedules a check. Its content is not trusted: `check` or the next reconciliation reads the
   * status from the gateway. Ignored notifications are not stored.
   */
  receiveNotification: (gateway: GatewayName, notification: Notification, body: string) => Promise<NotificationResult>
  /** Verifies and stores a notification, then checks its payment. */
  handleMessage: (gateway: Gateway, message: GatewayMessage) => Promise<void>
  /** Schedules all pending attempts for the next reconciliation: notifications sent while no app was running may be lost. */
  checkOpenSoon: () => Promise<void>
  /**
   * Checks the due attempts until the signal aborts. An attempt that can't be read is rescheduled. Several apps may reconcile
   * concurrently. Returns the number of checked attempts.
   */
  reconcile: (signal?: AbortSignal) => Promise<number>
  /** Counts attempts whose status has been unreadable for more than 15 minutes. */
  countUnreadable: () => Promise<number>
}
