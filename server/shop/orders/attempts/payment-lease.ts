import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import { paymentAttempts } from '../orders.schema.ts'

type Attempt = typeof paymentAttempts.$inferSelect

/** Lifetime of a lease that is not renewed, and so the delay after a crash until another instance can check the payment attempt. */
const LEASE_SECONDS = 10
/** Interval between lease renewals, short enough that one or two renewals may fail before the lease ends. */
const EVERY_MS = 3000

/** Leases of payment attempts. When a lease expires, the attempt is due again, and another instance retries its check. */
export type PaymentLeases = ReturnType<typeof createPaymentLeases>

export function createPaymentLeases(orm: Orm) {
  const { notified, unansweredSince, nextCheckAt } = paymentAttempts

  return {
    /**
     * Leases a payment attempt for a check; undefined if another caller holds the lease. A successful check covers all notifications
     * received before the lease.
     */
    lease: async (id: string, now: Date): Promise<Attempt | undefined> => {
      const [row] = await orm
        .update(paymentAttempts)
        .set({
          ...newLease(),
          notified: false,
          unansweredSince: sql`case when ${notified} then coalesce(${unansweredSince}, ${now.toISOString()}) else ${unansweredSince} end`,
        })
        .where(and(eq(paymentAttempts.id, id), isFree()))
        .returning()
      return row
    },

    /** Extends a lease. Does nothing if another caller has acquired the lease in the meantime. */
    renewLease: async (attempt: Attempt) => {
      await orm.update(paymentAttempts).set({ leasedUntil: leaseEnd() }).where(isHeld(attempt))
    },

    /** Releases a lease without storing a check result. A check that was scheduled by a notification in the meantime stays due. */
    release: async (attempt: Attempt, next: Date) => {
      await orm
        .update(paymentAttempts)
        .set({ lease: null, leasedUntil: null, nextCheckAt: sql`case when ${notified} then ${nextCheckAt} else ${next.toISOString()} end` })
        .where(isHeld(attempt))
    },

    /** Lists payment attempts that are due for a check and not leased, longest overdue first. */
    listDue: (now: Date, limit: number): Promise<{ id: string }[]> =>
      orm
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .where(and(lt(nextCheckAt, now), isFree()))
        .orderBy(nextCheckAt)
        .limit(limit),
  }
}

/** Returns the column values of a lease that starts now. */
export function newLease() {
  return { lease: randomUUID(), leasedUntil: leaseEnd() }
}

function leaseEnd() {
  return sql`now() + ${`${LEASE_SECONDS} seconds`}::interval`
}

function isHeld({ id, lease }: Attempt) {
  return and(eq(paymentAttempts.id, id), eq(paymentAttempts.lease, lease ?? ''))
}

/** Condition for attempts without a valid lease. A lease that ends impossibly late was taken before the database's clock was set back. */
function isFree() {
  const { leasedUntil } = paymentAttempts
  return or(isNull(leasedUntil), lt(leasedUntil, sql`now()`), gt(leasedUntil, sql`now() + ${`${4 * LEASE_SECONDS} seconds`}::interval`))
}

/** Runs the work and renews its lease until the end. Leases are short, so that another instance soon takes over after a crash. */
export async function withLease<Result>(
  renew: () => Promise<void>,
  work: () => Promise<Result>,
  { everyMs = EVERY_MS } = {},
): Promise<Result> {
  // If renewals fail, the lease expires, another caller does the work, and the result of this caller is not applied.
  const timer = setInterval(() => void renew().catch(() => undefined), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
