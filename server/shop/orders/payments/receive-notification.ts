import type { GatewayName } from '#contracts/shop/payment.ts'
import type { Notification } from '#server/shop/gateways/gateway.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'

export type IgnoreReason = 'unknown_payment' | 'other_sale' | 'other_currency' | 'other_amount' | 'duplicate'
/** The payment to check now, or the reason for ignoring the notification. */
export type NotificationResult = { attemptId: string } | { ignored: IgnoreReason }

/**
 * Stores a verified notification and schedules a check. Its content is not trusted: `check` or the next reconciliation reads the
 * status from the gateway. Ignored notifications are not stored.
 */
export function createReceiveNotification({ attempts, transact, now }: Pick<OrderDeps, 'attempts' | 'transact' | 'now'>) {
  return (gateway: GatewayName, notification: Notification, body: string): Promise<NotificationResult> =>
    transact(async (transaction) => {
      const { reference, gatewayIds = [] } = notification
      const attempt =
        (reference && (await attempts.findByReference(transaction, gateway, reference))) ||
        (await attempts.findByGatewayIds(transaction, gateway, gatewayIds))
      const ignored = ignoreReason(attempt, notification)
      if (!attempt || ignored) return { ignored: ignored ?? 'unknown_payment' }
      const { messageId, kept = body } = notification
      const isNew = await attempts.addMessage(transaction, { attemptId: attempt.id, gateway, messageId, kind: 'message', body: kept })
      // A duplicate counts as new until the check that the first notification triggered has succeeded.
      if (!isNew && !attempt.notified && !attempt.unansweredSince) return { ignored: 'duplicate' }
      await attempts.update(transaction, attempt.id, { notified: true, nextCheckAt: now() })
      return { attemptId: attempt.id }
    })
}

function ignoreReason(attempt: AttemptRow | undefined, { reference, currency, amountMinor }: Notification): IgnoreReason | undefined {
  // The same account at the gateway may have other sales.
  if (!attempt) return reference ? 'unknown_payment' : 'other_sale'
  if (currency !== undefined && currency !== attempt.currency) return 'other_currency'
  // A forged message may shift digits of the preceding field into the amount. If the amount is real, the next regular check finds it.
  if (amountMinor !== undefined && amountMinor !== attempt.amountMinor) return 'other_amount'
}
