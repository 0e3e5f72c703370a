import type { GatewayName } from '#contracts/shop/gateways.ts'
import type { PaymentForm } from '#contracts/shop/order.ts'
import type { QuoteState } from '#contracts/shop/payment.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { FindProduct } from '#server/product-directory.ts'
import type { Gateway, GatewayMessage, Notification } from '#server/shop/gateways/gateway.ts'
import type { AttemptRow } from './attempts/attempts.store.ts'
import type { RefundRecorder } from './ledger/record-refunds.ts'
import type { OrderStores } from './order-stores.ts'
import type { OrderRow } from './orders.store.ts'
import type { Transition } from './payment-states.ts'
import type { UpdateEntitlements } from './update-entitlements.ts'

/** Dependencies shared by checkout, payments and order administration. */
export type OrderDeps = OrderStores &
  Pick<Platform, 'orm' | 'transact' | 'alert' | 'shopTime' | 'now'> & {
    transition: Transition
    refundRecorder: RefundRecorder
    updateEntitlements: UpdateEntitlements
    findProduct: FindProduct
  }

/**
 * Rate-limit guard: counts a payment before the transaction that may store it, so that the transaction does not hold the locks of limits.
 * Returns the refusal if a limit is exceeded, or else a function that removes the count of a payment that was not stored.
 */
export type PaymentGuard = () => Promise<{ refusal: Error } | { forget: () => Promise<void> }>

/** URLs to which the gateway redirects the buyer. */
export type ReturnUrls = { returnUrl: string; cancelUrl: string }

/** Result of a notification: the payment attempt to check now, or the reason why the notification is ignored. */
type NotificationResult =
  | { attemptId: string }
  | { ignored: 'unknown_payment' | 'other_sale' | 'other_currency' | 'other_amount' | 'duplicate' }

/** Starts and checks payments. A payment becomes paid only by a status that the server reads from the gateway. */
export type Payments = {
  /**
   * Starts a payment for an order, or resumes its open payment attempt. The attempt is stored before it is sent, so that it can be checked
   * even if the gateway's response is lost. Returns the state of the quote at the start.
   * @param guard counts or refuses a new attempt; attempts that are resumed are not counted
   */
  start: (order: OrderRow, form: PaymentForm, urls: ReturnUrls, guard?: PaymentGuard) => Promise<QuoteState>
  /**
   * Reads the status of a payment attempt from its gateway and applies the status. Does nothing while another caller holds the lease,
   * because that caller also handles new notifications.
   * @throws GatewayUnclearError when the status can't be read; the check is retried later
   */
  check: (attemptId: string) => Promise<void>
  /** Checks the latest payment attempts of an order for a page that polls, at a limited rate. */
  checkOrder: (orderId: string) => Promise<void>
  /** Cancels the open payment attempt of an order, so that the buyer can choose another payment method. */
  cancel: (order: OrderRow) => Promise<void>
  /** Cancels a payment attempt for the buyer after a last check. Scheduled checks continue, because the attempt may be paid late. */
  abandon: (attempt: AttemptRow) => Promise<void>
  /**
   * Stores a verified notification and schedules a check. The content of the notification is not trusted: `check` or the next
   * reconciliation reads the status from the gateway. Ignored notifications are not stored.
   */
  receiveNotification: (gateway: GatewayName, notification: Notification, body: string) => Promise<NotificationResult>
  /** Verifies and stores a notification, then checks the payment. */
  handleMessage: (gateway: Gateway, message: GatewayMessage) => Promise<void>
  /** Schedules all pending payment attempts for the next reconciliation, because notifications may be lost while no instance is running. */
  checkOpenSoon: () => Promise<void>
  /**
   * Checks the due payment attempts until the signal aborts. Attempts whose status can't be read are rescheduled. Several instances may
   * reconcile concurrently. Returns the number of checked attempts.
   */
  reconcile: (signal?: AbortSignal) => Promise<number>
  /** Counts payment attempts whose status has been unreadable for more than 15 minutes. */
  countUnreadable: () => Promise<number>
}
