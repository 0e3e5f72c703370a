import type { AttemptDetails } from '#contracts/order-admin.ts'
import type { AttemptState, GatewayName, OrderState, PaymentMethod, RefundReason } from '#contracts/payment.ts'

/** Labels of states, gateways and reasons. */
export const ORDER_STATE_LABELS: Record<OrderState, string> = {
  unpaid: 'Not paid',
  paying: 'Being paid',
  paid: 'Paid',
  granted: 'Granted',
  disputed: 'In dispute',
  refunded: 'Refunded',
  charged_back: 'Charged back',
  superseded: 'Closed',
}

export const ATTEMPT_STATE_LABELS: Record<AttemptState, string> = {
  initiating: 'Being begun',
  open: 'Under way',
  paid: 'Paid',
  disputed: 'In dispute',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Ran out',
  refunded: 'Refunded',
  charged_back: 'Charged back',
}

export const GATEWAY_LABELS: Record<GatewayName, string> = { paynow: 'Paynow', stripe: 'Stripe', sandbox: 'Sandbox (no money moves)' }

export const METHOD_LABELS: Record<PaymentMethod, string> = { web: 'on its page', ecocash: 'EcoCash', onemoney: 'OneMoney' }

export const CAUSE_LABELS: Record<AttemptDetails['events'][number]['cause'], string> = {
  buyer: 'by the buyer',
  gateway: 'the gateway said so',
  time: 'as time passed',
  admin: 'by an administrator',
}

export const REFUND_REASON_LABELS: Record<RefundReason, string> = {
  second_payment: 'The buyer had the item already.',
  wrong_amount: 'The amount is not the one that was asked for.',
  item_gone: 'The item was deleted before it was paid for.',
}

export const MESSAGE_LABELS: Record<AttemptDetails['messages'][number]['kind'], string> = {
  answer: 'Answer to our request',
  message: 'Message it sent',
  reading: 'Read by us',
}
