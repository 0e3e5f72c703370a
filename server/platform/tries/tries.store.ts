import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { unavailable } from '#server/platform/http/problems.ts'
import { createKeyedQueue } from '#server/platform/keyed-queue.ts'
import { tries } from './tries.schema.ts'

/** A try counts for no longer than this, whatever it was. */
const LONGEST_WINDOW_SECONDS = 3600

/** So many tries under a key within so many seconds. */
export type Limit = { key: string; most: number; seconds: number }
/** The limit that a try met, and when there is room under it again. */
export type Met = Limit & { waitSeconds: number }
/** What was counted under an id, or the limit for which it was not. */
export type Counted = { id: string; met?: undefined } | { met: Met }

export type Tries = ReturnType<typeof createTries>

/** Counts what somebody tries, for all apps on the database, so that nobody tries it too often. */
export function createTries(orm: Orm) {
  const inTurn = createKeyedQueue({
    ...{ width: 1, maxWaiting: 200, maxWaitMs: 30_000 },
    refuse: () => unavailable('Too many try this at once', { retryAfterSeconds: 2 }),
  })
  /** Those who would wait for each other in the database do so before they take a connection. In one order, so that no two wait for each other. */
  const oneByOne = (keys: string[], work: () => Promise<Counted>) =>
    keys.toSorted().reduceRight((inner, key) => () => inTurn(key, inner), work)()

  async function countIn(transaction: Transaction, limits: Limit[]): Promise<Counted> {
    // Tries under the same key wait for each other: many at one moment get exactly as far as many in a row.
    const keys = limits.map(({ key }) => key)
    const numbers = sql`select distinct hashtext(key) as number from unnest(${sql.param(keys)}::text[]) as key order by number`
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.tries}, number) from (${numbers}) as numbers`)
    for (const limit of limits) {
      const waitSeconds = await secondsUntilRoom(transaction, limit)
      if (waitSeconds > 0) return { met: { ...limit, waitSeconds } }
    }
    const id = randomUUID()
    await transaction.insert(tries).values(keys.map((key) => ({ id, key, at: sql`clock_timestamp()` })))
    return { id }
  }

  return {
    /**
     * Counts a try before it is made, under each limit or, when one of them is met, under none: knocking keeps no door shut.
     * @param transaction the caller's, when the try shall count only if that goes through
     */
    count: (limits: Limit[], transaction?: Transaction): Promise<Counted> => {
      for (const { key, seconds } of limits)
        if (seconds > LONGEST_WINDOW_SECONDS) throw new Error(`Tries under ${key} are forgotten before ${seconds} seconds are over`)
      if (transaction) return countIn(transaction, limits)
      return oneByOne(
        limits.map(({ key }) => key),
        () => orm.transaction((own) => countIn(own, limits)),
      )
    },

    /** Whether something was counted under the key lately. */
    has: async ({ key, seconds }: Pick<Limit, 'key' | 'seconds'>): Promise<boolean> =>
      (await orm.$count(tries, and(eq(tries.key, key), within(seconds)))) > 0,

    /** Takes back what was counted, such as when it went well. */
    forget: async (id: string): Promise<void> => {
      await orm.delete(tries).where(eq(tries.id, id))
    },

    /** Removes what no longer counts. */
    purge: async (): Promise<void> => {
      await orm.delete(tries).where(lt(tries.at, sql`now() - make_interval(secs => ${LONGEST_WINDOW_SECONDS})`))
    },
  }
}

/** There is room again once the oldest of the latest `most` is out of the window. */
async function secondsUntilRoom(transaction: Transaction, { key, most, seconds }: Limit): Promise<number> {
  const [oldest] = await transaction
    .select({ wait: sql<number>`ceil(extract(epoch from ${tries.at} - clock_timestamp()) + ${seconds})::int` })
    .from(tries)
    .where(and(eq(tries.key, key), within(seconds)))
    .orderBy(desc(tries.at))
    .limit(1)
    .offset(most - 1)
  return oldest ? Math.max(1, oldest.wait) : 0
}

const within = (seconds: number) => gt(tries.at, sql`clock_timestamp() - make_interval(secs => ${seconds})`)
