import type { Currency } from '#contracts/shop/price.ts'

export type PaynowPayment = {
  number: number
  guid: string
  integration: Integration
  currency: Currency
  status: string
  /** Form fields as sent by the shop */
  fields: Record<string, string>
}
export type Integration = { id: string; key: string }
export const PAYNOW_ACTIONS = ['pay', 'pay-soon', 'decline', 'cancel', 'deliver', 'refund', 'dispute'] as const
export type PaynowAction = (typeof PAYNOW_ACTIONS)[number]

/** Paynow's test phone numbers, with the simulated outcome of each. */
export const PHONES: Record<string, { status: string; afterMs: number } | { error: string }> = {
  '0771111111': { status: 'Paid', afterMs: 5_000 },
  '0772222222': { status: 'Paid', afterMs: 30_000 },
  '0773333333': { status: 'Failed', afterMs: 30_000 },
  '0774444444': { error: 'Insufficient balance' },
}

export const BECOMES: Record<Exclude<PaynowAction, 'pay-soon'>, string> = {
  pay: 'Paid',
  decline: 'Failed',
  cancel: 'Cancelled',
  deliver: 'Awaiting Delivery',
  refund: 'Refunded',
  dispute: 'Disputed',
}
