import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { createKeyedQueue } from '#server/platform/concurrency/keyed-queue.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { unavailable } from '#server/platform/problems.ts'
import { countedAttempts } from './rate-limits.schema.ts'

/** Rate limit: at most `max` attempts under a key within `seconds`. A key may have several limits, such as per minute and per day. */
export type RateLimit = { key: string; max: number; seconds: number }
/** Exceeded rate limit, with the time until another attempt is allowed. */
export type ExceededLimit = RateLimit & { waitSeconds: number }
/** Id of a counted attempt, or the rate limit that the attempt exceeded. */
export type CountResult = { id: string; exceeded?: undefined } | { exceeded: ExceededLimit }

export type RateLimits = ReturnType<typeof createRateLimits>

/** Counts attempts for rate limits that all instances on the database share. */
export function createRateLimits(orm: Orm) {
  const inTurn = createKeyedQueue({
    width: 1,
    maxWaiting: 200,
    maxWaitMs: 30_000,
    refuse: () => unavailable('Too many concurrent requests', { retryAfterSeconds: 2 }),
  })
  /** Waits in memory for other attempts under the keys, without occupying a connection. The sorted order of keys prevents deadlocks. */
  const inOrder = (keys: string[], work: () => Promise<CountResult>) =>
    keys.toSorted().reduceRight((inner, key) => () => inTurn(key, inner), work)()

  async function countIn(transaction: Transaction, limits: RateLimit[]): Promise<CountResult> {
    // Attempts under the same key wait for each other, so that concurrent attempts can't exceed the limit.
    const windows = longestWindows(limits)
    const keys = [...windows.keys()]
    const numbers = sql`select distinct hashtext(key) as number from unnest(${sql.param(keys)}::text[]) as key order by number`
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.rateLimits}, number) from (${numbers}) as numbers`)
    for (const limit of limits) {
      const waitSeconds = await secondsUntilRoom(transaction, limit)
      if (waitSeconds > 0) return { exceeded: { ...limit, waitSeconds } }
    }
    const id = randomUUID()
    await transaction.insert(countedAttempts).values(
      Array.from(windows, ([key, seconds]) => ({
        id,
        key,
        at: sql`clock_timestamp()`,
        expiresAt: sql`clock_timestamp() + ${duration(seconds)}`,
      })),
    )
    return { id }
  }

  return {
    /**
     * Counts an attempt before it is executed: under all limits, or under none if it exceeds a limit. The transaction of its own is short, so
     * that attempts of a crowd behind one address hold the lock of their network only while they are counted.
     */
    count: (limits: RateLimit[]): Promise<CountResult> => {
      // Duplicate keys are removed, since a repeated key would wait for itself.
      const keys = new Set(limits.map(({ key }) => key))
      return inOrder([...keys], () => orm.transaction((own) => countIn(own, limits)))
    },

    /** Removes a counted attempt, for example after it was successful. */
    forget: async (id: string): Promise<void> => {
      await orm.delete(countedAttempts).where(eq(countedAttempts.id, id))
    },

    purge: async (): Promise<void> => {
      await orm.delete(countedAttempts).where(lt(countedAttempts.expiresAt, sql`now()`))
    },
  }
}

/** Returns the seconds until the limit allows another attempt, which is when the oldest of the latest `max` attempts leaves the window. */
async function secondsUntilRoom(transaction: Transaction, { key, max, seconds }: RateLimit): Promise<number> {
  const [oldest] = await transaction
    .select({ wait: sql<number>`ceil(extract(epoch from ${countedAttempts.at} - clock_timestamp()) + ${seconds})::int` })
    .from(countedAttempts)
    .where(and(eq(countedAttempts.key, key), within(seconds)))
    .orderBy(desc(countedAttempts.at))
    .limit(1)
    .offset(max - 1)
  return oldest ? Math.max(1, oldest.wait) : 0
}

function longestWindows(limits: RateLimit[]): Map<string, number> {
  const windows = new Map<string, number>()
  for (const { key, seconds } of limits) windows.set(key, Math.max(seconds, windows.get(key) ?? 0))
  return windows
}

const duration = (seconds: number) => sql`make_interval(secs => ${seconds})`
const within = (seconds: number) => gt(countedAttempts.at, sql`clock_timestamp() - ${duration(seconds)}`)
