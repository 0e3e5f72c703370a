import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Buyer } from './buyer.ts'
import { checkNothingLost, checkReceiptNumbers, checkStoredPayments } from './check-stored-payments.ts'
import type { CrashShop } from './crash-shop.ts'

/** Compares everything stored about the buyers' payments with their statuses at Paynow. Throws at the first difference. */
export async function checkPayments(shop: CrashShop, buyers: Buyer[]) {
  const records = { pool: shop.services().database.pool, payments: shop.double.payments }
  await checkNothingLost(records)
  for (const { digest, choose } of buyers) {
    const isOwned = await checkStoredPayments(records, digest)
    assert.equal((await choose()) === 'view', isOwned, 'opens exactly when it is paid')
  }
  await checkMails(shop, await checkReceiptNumbers(records.pool))
}

/** Checks that each receipt was sent by email exactly once. */
async function checkMails(shop: CrashShop, receipts: number[]) {
  const { config } = shop.services()
  const mails = await readdir(join(config.dataDir, 'mail')).catch(() => [])
  const expected = receipts.map((number) => `receipt-${number}@${new URL(shop.url).hostname}.eml`)
  assert.deepEqual(mails.filter((name) => name.endsWith('.eml')).toSorted(), expected.toSorted(), 'one mail for each receipt')
}
