import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { unavailable } from '#server/platform/problems.ts'
import { createKeyedQueue } from '#server/platform/queues/keyed-queue.ts'
import { countedAttempts } from './rate-limits.schema.ts'

/** So many tries under a key within so many seconds. A key may have several limits, such as one for a minute and one for a day. */
export type RateLimit = { key: string; max: number; seconds: number }
/** The limit that a try met, and when there is room under it again. */
export type ExceededLimit = RateLimit & { waitSeconds: number }
/** What was counted under an id, or the limit for which it was not. */
export type CountResult = { id: string; exceeded?: undefined } | { exceeded: ExceededLimit }

export type RateLimits = ReturnType<typeof createRateLimits>

/** Counts what somebody tries, for all apps on the database, so that nobody tries it too often. */
export function createRateLimits(orm: Orm) {
  const inTurn = createKeyedQueue({
    ...{ width: 1, maxWaiting: 200, maxWaitMs: 30_000 },
    refuse: () => unavailable('Too many try this at once', { retryAfterSeconds: 2 }),
  })
  /** Those who would wait for each other in the database do so before they take a connection. In one order, so that no two wait for each other. */
  const oneByOne = (keys: string[], work: () => Promise<CountResult>) =>
    keys.toSorted().reduceRight((inner, key) => () => inTurn(key, inner), work)()

  async function countIn(transaction: Transaction, limits: RateLimit[]): Promise<CountResult> {
    // Tries under the same key wait for each other: many at one moment get exactly as far as many in a row.
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
     * Counts a try before it is made, under each limit or, when one of them is met, under none: knocking keeps no door shut.
     * @param transaction the caller's, when the try shall count only if that goes through
     */
    count: (limits: RateLimit[], transaction?: Transaction): Promise<CountResult> => {
      if (transaction) return countIn(transaction, limits)
      // Each key once: whoever holds its turn would wait for itself.
      const keys = new Set(limits.map(({ key }) => key))
      return oneByOne([...keys], () => orm.transaction((own) => countIn(own, limits)))
    },

    /** Takes back what was counted, such as when it went well. */
    forget: async (id: string): Promise<void> => {
      await orm.delete(countedAttempts).where(eq(countedAttempts.id, id))
    },

    /** Removes what no longer counts. */
    purge: async (): Promise<void> => {
      await orm.delete(countedAttempts).where(lt(countedAttempts.expiresAt, sql`now()`))
    },
  }
}

/** There is room again once the oldest of the latest `max` is out of the window. */
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

/** For each key the longest time that a try counts under it. */
function longestWindows(limits: RateLimit[]): Map<string, number> {
  const windows = new Map<string, number>()
  for (const { key, seconds } of limits) windows.set(key, Math.max(seconds, windows.get(key) ?? 0))
  return windows
}

const duration = (seconds: number) => sql`make_interval(secs => ${seconds})`
const within = (seconds: number) => gt(countedAttempts.at, sql`clock_timestamp() - ${duration(seconds)}`)
