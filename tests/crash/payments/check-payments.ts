import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Buyer } from './buyer.ts'
import type { CrashShop } from './crash-shop.ts'

/** The states that our attempt may have for each status at Paynow. One that was cancelled or expired here may still be open there. */
const AGREES: Record<string, string[]> = {
  Created: ['open', 'cancelled', 'expired'],
  Sent: ['open', 'cancelled', 'expired'],
  Paid: ['paid'],
  Cancelled: ['cancelled', 'expired', 'failed'],
  Refunded: ['refunded'],
  Disputed: ['disputed'],
  // Paynow has no such payment.
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

/** Compares all that is stored about the buyers' payments with their statuses at Paynow. Throws at the first difference. */
export async function checkPayments(shop: CrashShop, buyers: Buyer[]) {
  await checkNothingLost(shop)
  for (const buyer of buyers) await checkBuyer(shop, buyer)
  await checkReceipts(shop)
}

async function query<Row extends object>(shop: CrashShop, text: string, values: unknown[] = []) {
  return (await shop.services().database.pool.query<Row>(text, values)).rows
}

async function checkNothingLost(shop: CrashShop) {
  const stored = new Set((await query<{ reference: string }>(shop, 'select reference from payment_attempts')).map((row) => row.reference))
  for (const { fields } of shop.double.payments) assert(stored.has(fields.reference ?? ''), 'Paynow knows a payment that is stored nowhere')
  const sold = await query(
    shop,
    `select 1 from books where units_sold <>
       (select count(*) from payment_attempts where product_id = books.id and paid_at is not null and state in ('paid', 'disputed'))`,
  )
  assert.equal(sold.length, 0, 'units sold')
}

async function checkBuyer(shop: CrashShop, { digest, choose }: Buyer) {
  const attempts = await query<Attempt>(
    shop,
    `select attempts.id, reference, state, attempts.paid_at is not null as "wasPaid",
       (select to_state from attempt_events where attempt_id = attempts.id order by id desc limit 1) as last,
       (select count(*)::int from attempt_events where attempt_id = attempts.id and to_state = 'paid' and from_state <> 'paid') as "paidTimes",
       (select count(*)::int from receipts where attempt_id = attempts.id) as receipts,
       exists (select from refunds_due where attempt_id = attempts.id) as "isDue",
       orders.closed_at is not null as "isClosed"
     from payment_attempts attempts join orders on orders.id = order_id where attempts.client_digest = $1 order by attempts.id`,
    [digest],
  )
  for (const attempt of attempts) {
    const status = shop.double.payments.find(({ fields }) => fields.reference === attempt.reference)?.status ?? 'none'
    assert(AGREES[status]?.includes(attempt.state), `Paynow says ${status}, the shop ${attempt.state}`)
    assert.equal(attempt.last, attempt.state, 'the last event is the state')
    assert.equal(attempt.receipts, attempt.wasPaid ? 1 : 0, 'one receipt for what was paid')
    assert.equal(attempt.paidTimes, attempt.wasPaid ? 1 : 0, 'it was paid once')
    if (attempt.wasPaid) assert(attempt.isClosed, 'a paid order is closed')
  }
  const paid = attempts.filter(({ state }) => state === 'paid')
  assert.equal(attempts.filter(({ state }) => state === 'open').length <= 1, true, 'one open attempt at most')
  assert.equal(paid.filter(({ isDue }) => isDue).length, Math.max(0, paid.length - 1), 'what was paid twice is owed back')
  const owned = await query(shop, 'select 1 from entitlements where client_digest = $1 and revoked_at is null', [digest])
  assert.equal(owned.length, paid.length > 0 ? 1 : 0, 'owned exactly when it is paid')
  assert.equal((await choose()) === 'view', paid.length > 0, 'opens exactly when it is paid')
}

/** Numbers have no gaps, and each receipt is one mail. */
async function checkReceipts(shop: CrashShop) {
  const receipts = await query<{ number: number; sent: boolean }>(
    shop,
    'select number, sent_at is not null as sent from receipts order by number',
  )
  for (const [index, { number, sent }] of receipts.entries()) {
    assert.equal(number, index + 1, 'receipts without gaps')
    assert(sent, 'every receipt is sent')
  }
  const { config } = shop.services()
  const mails = await readdir(join(config.dataDir, 'mail')).catch(() => [])
  const expected = receipts.map(({ number }) => `receipt-${number}@${new URL(shop.url).hostname}.eml`)
  assert.deepEqual(mails.filter((name) => name.endsWith('.eml')).toSorted(), expected.toSorted(), 'one mail for each receipt')
}
