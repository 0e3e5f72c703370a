import { eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { type orderNotices, receipts } from './receipts.schema.ts'

export type Receipt = typeof receipts.$inferSelect
type NewReceipt = Pick<Receipt, 'attemptId' | 'orderId' | 'email' | 'datedAt'> & { trial?: boolean }

/**
 * Issues the receipt of a payment in the transaction that marks the payment as paid; the email is sent later. Receipt numbers have no gaps;
 * receipts of trial payments have negative numbers, a series of their own.
 * The operation is idempotent.
 * @returns the number of the receipt
 */
export async function issueReceipt(transaction: Transaction, { trial = false, ...receipt }: NewReceipt): Promise<number> {
  await lockNumbers(transaction)
  const [known] = await transaction.select().from(receipts).where(eq(receipts.attemptId, receipt.attemptId))
  if (known) return known.number
  const [row] = await transaction
    .insert(receipts)
    .values({ ...receipt, number: trial ? nextTrialNumber() : nextNumber(receipts) })
    .returning({ number: receipts.number })
  if (!row) throw new Error('The insert of a receipt returned no row')
  return row.number
}

/** Locks the numbering of receipts and notices until the transaction ends, so that a rollback leaves no gap. */
export async function lockNumbers(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.receipts})`)
}

export function nextNumber(table: typeof receipts | typeof orderNotices): SQL<number> {
  return sql<number>`(select greatest(coalesce(max(${table.number}), 0), 0) + 1 from ${table})`
}

function nextTrialNumber(): SQL<number> {
  return sql<number>`(select least(coalesce(min(${receipts.number}), 0), 0) - 1 from ${receipts})`
}
