import { isManual } from '#contracts/shop/gateways.ts'
import { type AttemptDetails, OrderDetails, type RefundForm } from '#contracts/shop/order-admin.ts'
import { CURRENCY_ROWS, formatAmount } from '#contracts/shop/price.ts'
import { post } from '#web/admin/kit/api.ts'
import type { OrderAction } from './reason-dialog.tsx'

/** Sends an action on a payment attempt to the API. Every action except `check` requires a reason. */
export function act(
  { id }: OrderDetails,
  attempt: AttemptDetails,
  action: 'check' | 'refunded' | 'refunded/undo' | 'settle',
  body: Partial<RefundForm>,
) {
  const path = `/admin/orders/${encodeURIComponent(id)}/attempts/${encodeURIComponent(attempt.id)}/${action}`
  return post(OrderDetails, path, body)
}

export function sumReturns({ returns }: AttemptDetails): number {
  return returns.reduce((total, { amountMinor }) => total + amountMinor, 0)
}

const REFUNDED = { gateway: 'refunded the payment at the payment service', manual: 'given the money back to the buyer' }

export function refundAction(order: OrderDetails, attempt: AttemptDetails): OrderAction {
  return {
    title: 'Mark this payment as refunded?',
    message: `Do this after you have ${REFUNDED[isManual(attempt.gateway) ? 'manual' : 'gateway']}. Once all of it is refunded, “${order.product.title}” no longer opens for this buyer. This does not move any money.`,
    confirm: 'Mark as refunded',
    failed: 'Failed to mark the payment',
    amount: {
      currency: CURRENCY_ROWS[attempt.amount.currency].name,
      left: formatAmount({ ...attempt.amount, minor: attempt.amount.minor - sumReturns(attempt) }),
    },
    send: (reason, amount) => act(order, attempt, 'refunded', { reason, ...(amount && { amount }) }),
  }
}

/** Returns whether an administrator marked the payment as refunded and the payment's state has not changed since. */
export function isMarkedRefunded({ state, events }: AttemptDetails) {
  return state === 'refunded' && events.filter(({ from, to }) => from !== to).at(-1)?.cause === 'admin'
}

/** Returns whether the payment has a manually recorded partial refund that has not been undone. */
export function hasRecordedPart({ returns }: AttemptDetails) {
  return returns.reduce((total, { byHand, amountMinor }) => total + (byHand ? amountMinor : 0), 0) > 0
}

export function undoAction(order: OrderDetails, attempt: AttemptDetails): OrderAction {
  const send = (reason: string) => act(order, attempt, 'refunded/undo', { reason })
  if (attempt.state !== 'refunded')
    return {
      title: 'Undo the last recorded refund?',
      message:
        'Do this if it was recorded by mistake. It no longer counts. The buyer gets an email about it, unless the email about the refund has not been sent yet.',
      confirm: 'Undo refund',
      failed: 'Failed to undo the refund',
      send,
    }
  return {
    title: 'Restore this payment?',
    message: `Do this if the payment was marked as refunded by mistake. It counts as before, and “${order.product.title}” opens again. The buyer gets an email about it, unless the email about the refund has not been sent yet.`,
    confirm: 'Restore payment',
    failed: 'Failed to restore the payment',
    send,
  }
}

export function settleAction(order: OrderDetails, attempt: AttemptDetails): OrderAction {
  return {
    title: 'Record this refund?',
    message: `Do this after you have ${REFUNDED[isManual(attempt.gateway) ? 'manual' : 'gateway']}. It then counts as refunded. Another payment or a grant still opens the item for this buyer. This does not move any money.`,
    confirm: 'Record refund',
    failed: 'Failed to record the refund',
    send: (reason) => act(order, attempt, 'settle', { reason }),
  }
}
