import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { PaynowPayment } from '#tests/support/gateway-doubles/paynow-payment.ts'

/**
 * Valid states of a stored payment attempt for each status at Paynow. A payment that is canceled or expired in the shop may still be open
 * at Paynow.
 */
const AGREES: Record<string, string[]> = {
  Created: ['open', 'cancelled', 'expired'],
  Sent: ['open', 'cancelled', 'expired'],
  Paid: ['paid'],
  Cancelled: ['cancelled', 'expired', 'failed'],
  Refunded: ['refunded'],
  Disputed: ['disputed'],
  // Valid states of payments unknown to Paynow.
  none: ['failed', 'cancelled', 'expired'],
}

type Attempt = {
  id: string
  reference: string
  state: string
  last: string
  wasPaid: boolean
  paidTimes: number
  receipts: number
  isDue: boolean
  isClosed: boolean
}

/** Database of a shop, and the payments recorded by the Paynow double */
export type PaymentRecords = { pool: Pool; payments: PaynowPayment[] }

/** Compares the stored data of all payments with Paynow. Throws at the first difference. */
export async function checkNothingLost({ pool, payments }: PaymentRecords) {
  const { rows: attempts } = await pool.query<{ reference: string }>('select reference from payment_attempts')
  const stored = new Set(attempts.map(({ reference }) => reference))
  for (const { fields } of payments) assert(stored.has(fields.reference ?? ''), 'Paynow has a payment that the shop has not stored')
  const { rowCount } = await pool.query(
    `select 1 from books where units_sold <>
       (select count(*) from payment_attempts where product_id = books.id and paid_at is not null and state in ('paid', 'disputed'))`,
  )
  assert.equal(rowCount, 0, 'units sold')
}

/** Compares the stored payments of a browser that buys one book with Paynow. Returns whether the browser session owns the book. */
export async function checkStoredPayments({ pool, payments }: PaymentRecords, clientDigest: string): Promise<boolean> {
  const { rows: attempts } = await pool.query<Attempt>(
    `select attempts.id, reference, state, attempts.paid_at is not null as "wasPaid",
       (select to_state from attempt_events where attempt_id = attempts.id order by id desc limit 1) as last,
       (select count(*)::int from money_movements where attempt_id = attempts.id and kind = 'payment') as "paidTimes",
       (select count(*)::int from receipts where attempt_id = attempts.id) as receipts,
       exists (select from refunds_due where attempt_id = attempts.id) as "isDue",
       orders.closed_at is not null as "isClosed"
     from payment_attempts attempts join orders on orders.id = order_id where attempts.client_digest = $1 order by attempts.id`,
    [clientDigest],
  )
  for (const attempt of attempts) {
    const status = payments.find(({ fields }) => fields.reference === attempt.reference)?.status ?? 'none'
    assert(AGREES[status]?.includes(attempt.state), `The payment is ${status} at Paynow and ${attempt.state} in the shop`)
    assert.equal(attempt.last, attempt.state, 'the last event is the state')
    assert.equal(attempt.receipts, attempt.wasPaid ? 1 : 0, 'one receipt for what was paid')
    assert.equal(attempt.paidTimes, attempt.wasPaid ? 1 : 0, 'it was paid once')
    if (attempt.wasPaid) assert(attempt.isClosed, 'a paid order is closed')
  }
  const paid = attempts.filter(({ state }) => state === 'paid')
  assert.equal(attempts.filter(({ state }) => state === 'open').length <= 1, true, 'one open attempt at most')
  assert.equal(paid.filter(({ isDue }) => isDue).length, Math.max(0, paid.length - 1), 'what was paid twice is owed back')
  const { rowCount: owned } = await pool.query('select 1 from entitlements where client_digest = $1 and revoked_at is null', [clientDigest])
  assert.equal(owned, paid.length > 0 ? 1 : 0, 'owned exactly when it is paid')
  return paid.length > 0
}

/** Checks that receipts are sent and numbered without gaps. Returns the receipt numbers. */
export async function checkReceiptNumbers(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ number: number; sent: boolean }>(
    'select number, sent_at is not null as sent from receipts order by number',
  )
  for (const [index, { number, sent }] of rows.entries()) {
    assert.equal(number, index + 1, 'receipts without gaps')
    assert(sent, 'every receipt is sent')
  }
  return rows.map(({ number }) => number)
}
