import { and, arrayOverlaps, eq, type SQL } from 'drizzle-orm'
import type { GatewayName } from '#contracts/shop/gateways.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Notification } from '#server/shop/gateways/gateway.ts'
import type { OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'
import { paymentAttempts } from '#server/shop/orders/orders.schema.ts'

/**
 * Creates the handler of notifications about payment attempts in any state. Late payments, refunds and disputes arrive as notifications,
 * too.
 */
export function createReceiveNotification(
  deps: OrderDeps & Pick<Payments, 'check'>,
): Pick<Payments, 'receiveNotification' | 'handleMessage'> {
  const { attempts, transact, now, check } = deps

  const receiveNotification: Payments['receiveNotification'] = (gateway, notification, body) =>
    transact(async (transaction) => {
      const attempt = await findAttempt(transaction, gateway, notification)
      // The gateway account may also have sales that are not from this shop.
      if (!attempt) return { ignored: notification.reference ? 'unknown_payment' : 'other_sale' }
      const { messageId, kept = body, currency, amountMinor } = notification
      if (currency !== undefined && currency !== attempt.currency) return { ignored: 'other_currency' }
      // A forged message may shift digits of the preceding field into the amount. A real wrong amount is found by the next check.
      if (amountMinor !== undefined && amountMinor !== attempt.amountMinor) return { ignored: 'other_amount' }
      const isNew = await attempts.addMessage(transaction, { attemptId: attempt.id, gateway, messageId, kind: 'message', body: kept })
      // A duplicate is processed as new until a check triggered by the first notification has succeeded.
      if (!isNew && !attempt.notified && !attempt.unansweredSince) return { ignored: 'duplicate' }
      await attempts.update(transaction, attempt.id, { notified: true, nextCheckAt: now() })
      return { attemptId: attempt.id }
    })

  return {
    receiveNotification,

    handleMessage: async (gateway, message) => {
      const notification = gateway.verify(message)
      const result = notification && (await receiveNotification(gateway.name, notification, message.body))
      if (result && 'attemptId' in result) await check(result.attemptId)
    },
  }
}

/** Finds a payment attempt by the shop's reference or, if the message has no known reference, by the gateway's own ids. */
async function findAttempt(transaction: Transaction, gateway: GatewayName, { reference, gatewayIds = [] }: Notification) {
  const find = async (isNamed: SQL) => {
    const [row] = await transaction
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.gateway, gateway), isNamed))
    return row
  }
  const found = reference ? await find(eq(paymentAttempts.reference, reference)) : undefined
  return found ?? (gatewayIds.length > 0 ? find(arrayOverlaps(paymentAttempts.gatewayIds, gatewayIds)) : undefined)
}
