import { and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { exchangeRates } from './rates.schema.ts'

const before = alias(exchangeRates, 'rate_before')

export type RateRow = typeof exchangeRates.$inferSelect
/** Exchange rate with the previous confirmed rate, if any. */
export type RateInHistory = RateRow & { before: Pick<RateRow, 'scaled' | 'marginBasisPoints'> | null }
/** Position in the rate history. Ids ascend with time, so of two rates with the same `asOf` the rate entered later is newer. */
export type RatePlace = Pick<RateRow, 'asOf' | 'id'>
export type RateStore = ReturnType<typeof createRateStore>

const counts = isNotNull(exchangeRates.confirmedAt)
const newestFirst = [desc(exchangeRates.asOf), desc(exchangeRates.id)]
const isOlderThan = ({ asOf, id }: RatePlace) => sql`(${exchangeRates.asOf}, ${exchangeRates.id}) < (${asOf.toISOString()}, ${id})`
const isNewerThan = ({ asOf, id }: RatePlace) => sql`(${exchangeRates.asOf}, ${exchangeRates.id}) > (${asOf.toISOString()}, ${id})`

export function createRateStore(orm: Orm) {
  const inHistory = (where: SQL | undefined, limit: number): Promise<RateInHistory[]> => {
    const countedBefore = orm
      .select({ scaled: before.scaled, marginBasisPoints: before.marginBasisPoints })
      .from(before)
      .where(and(isNotNull(before.confirmedAt), sql`(${before.asOf}, ${before.id}) < (${exchangeRates.asOf}, ${exchangeRates.id})`))
      .orderBy(desc(before.asOf), desc(before.id))
      .limit(1)
      .as('counted_before')
    return orm
      .select({
        ...getTableColumns(exchangeRates),
        before: { scaled: countedBefore.scaled, marginBasisPoints: countedBefore.marginBasisPoints },
      })
      .from(exchangeRates)
      .leftJoinLateral(countedBefore, sql`true`)
      .where(where)
      .orderBy(...newestFirst)
      .limit(limit)
  }

  return {
    /** Lists exchange rates, newest first. */
    list: ({ before, limit }: { before?: RatePlace; limit: number }) => inHistory(before && isOlderThan(before), limit),

    count: (): Promise<number> => orm.$count(exchangeRates),

    find: async (id: string): Promise<RateInHistory | undefined> => (await inHistory(eq(exchangeRates.id, id), 1))[0],

    newestCounted: async (): Promise<RateInHistory | undefined> => (await inHistory(counts, 1))[0],

    newestUncounted: async (after: RatePlace): Promise<RateInHistory | undefined> =>
      (await inHistory(and(isNull(exchangeRates.confirmedAt), isNewerThan(after)), 1))[0],

    /**
     * Locks the exchange rates until the transaction ends, which serializes adding and confirming rates. Returns the newest confirmed rate.
     */
    lock: async (transaction: Transaction): Promise<RateRow | undefined> => {
      await transaction.execute(sql`lock table ${exchangeRates} in share row exclusive mode`)
      const [newest] = await transaction
        .select()
        .from(exchangeRates)
        .where(counts)
        .orderBy(...newestFirst)
        .limit(1)
      return newest
    },

    all: (transaction: Transaction): Promise<RateRow[]> => transaction.select().from(exchangeRates),

    findIn: async (transaction: Transaction, id: string): Promise<RateRow | undefined> =>
      (await transaction.select().from(exchangeRates).where(eq(exchangeRates.id, id)))[0],

    insert: async (transaction: Transaction, rates: RateRow[]) => {
      // Rates are inserted in batches because a statement can have at most 65,535 parameters.
      for (let at = 0; at < rates.length; at += 1000) await transaction.insert(exchangeRates).values(rates.slice(at, at + 1000))
    },

    confirm: async (transaction: Transaction, id: string, confirmedAt: Date) => {
      await transaction.update(exchangeRates).set({ confirmedAt }).where(eq(exchangeRates.id, id))
    },
  }
}
