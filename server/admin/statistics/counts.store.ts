import { and, inArray, lt, sql } from 'drizzle-orm'
import { type CountedKind, OTHER_SOURCES } from '#contracts/admin/statistics.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { DayCount } from './counter.ts'
import { itemCounts, monthlyItemCounts, referrerHosts } from './statistics.schema.ts'

/** Maximum number of referrer hosts with separate counts per day. Other hosts are summed, since anybody can invent hosts. */
const HOSTS_A_DAY = 200
/** Maximum number of sources with separate counts per item and month. */
const SOURCES_A_MONTH = 20

/** Function that returns the ids of existing items by their ids and slugs. Missing items are omitted. */
export type FindItemIds = (kind: CountedKind, idsOrSlugs: string[]) => Promise<Map<string, string>>

export function createCountsStore(orm: Orm, { findItemIds, hostsADay = HOSTS_A_DAY }: { findItemIds: FindItemIds; hostsADay?: number }) {
  /** Replaces item slugs in counts by item ids, and drops counts of missing items. */
  async function withItemIds(counts: DayCount[]): Promise<DayCount[]> {
    const byKind = Object.groupBy(counts, ({ kind }) => kind)
    const found = await Promise.all(
      Object.entries(byKind).map(async ([kind, ofKind]) => {
        const ids = await findItemIds(kind as CountedKind, [...new Set(ofKind.map(({ item }) => item))])
        return ofKind.flatMap((count) => {
          const item = ids.get(count.item)
          return item ? [{ ...count, item }] : []
        })
      }),
    )
    return found.flat()
  }

  /** Returns the referrer hosts with separate counts on a day. New hosts are added up to the maximum per day. */
  async function admitHosts(transaction: Transaction, day: string, hosts: string[]): Promise<Set<string>> {
    const ofDay = sql`${referrerHosts.day} = ${day}`
    const known = await transaction
      .select({ host: referrerHosts.host })
      .from(referrerHosts)
      .where(and(ofDay, inArray(referrerHosts.host, hosts)))
    const admitted = new Set(known.map(({ host }) => host))
    const unknown = hosts.filter((host) => !admitted.has(host))
    if (unknown.length === 0) return admitted
    const room = hostsADay - (await transaction.$count(referrerHosts, ofDay))
    const rows = unknown.slice(0, Math.max(0, room)).map((host) => ({ day, host }))
    if (rows.length > 0) await transaction.insert(referrerHosts).values(rows)
    for (const { host } of rows) admitted.add(host)
    return admitted
  }

  async function withFewHosts(transaction: Transaction, counts: DayCount[]): Promise<DayCount[]> {
    const isHost = (source: string) => source.includes('.')
    const days = Object.entries(Object.groupBy(counts, ({ day }) => day))
    const result: DayCount[] = []
    for (const [day, ofDay = []] of days) {
      const hosts = [...new Set(ofDay.map(({ source }) => source).filter(isHost))]
      const admitted = hosts.length > 0 ? await admitHosts(transaction, day, hosts) : new Set()
      result.push(
        ...ofDay.map((count) => (isHost(count.source) && !admitted.has(count.source) ? { ...count, source: OTHER_SOURCES } : count)),
      )
    }
    return result
  }

  return {
    /** Adds all given counts to the stored counts in one transaction. */
    add: async (given: DayCount[]): Promise<void> => {
      const counts = await withItemIds(given)
      if (counts.length === 0) return
      await orm.transaction(async (transaction) => {
        // Instances store counts one after the other: each counts the day's hosts, and concurrent upserts of equal rows could deadlock.
        await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.statistics})`)
        const rows = await withFewHosts(transaction, counts)
        const column = (name: keyof DayCount) => sql.param(rows.map((row) => row[name]))
        await transaction.execute(sql`
          insert into ${itemCounts} (day, kind, item_id, event, source, count)
          select day, kind, item_id, event, source, sum(count)::bigint
          from unnest(
            ${column('day')}::date[], ${column('kind')}::text[], ${column('item')}::text[],
            ${column('event')}::text[], ${column('source')}::text[], ${column('count')}::bigint[]
          ) as given (day, kind, item_id, event, source, count)
          group by day, kind, item_id, event, source
          on conflict (day, kind, item_id, event, source) do update set count = ${itemCounts.count} + excluded.count
        `)
      })
    },

    /**
     * Sums all daily counts before a month into monthly counts, and merges the less frequent sources of each item into one.
     * @param month first day of the month, as YYYY-MM-DD
     */
    sumBefore: (month: string): Promise<void> =>
      orm.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.statistics})`)
        await transaction.execute(sql`
          with
            past as (delete from ${itemCounts} where day < ${month} returning *),
            sums as (
              select date_trunc('month', day)::date as month, kind, item_id, event, source, sum(count) as count
              from past group by 1, 2, 3, 4, 5
            ),
            ranked as (
              select *, row_number() over (partition by month, kind, item_id, event order by count desc, source) as rank from sums
            )
          insert into ${monthlyItemCounts} (month, kind, item_id, event, source, count)
          select month, kind, item_id, event, case when rank <= ${SOURCES_A_MONTH} then source else ${OTHER_SOURCES} end, sum(count)
          from ranked group by 1, 2, 3, 4, 5
          on conflict (month, kind, item_id, event, source) do update set count = ${monthlyItemCounts.count} + excluded.count
        `)
        await transaction.delete(referrerHosts).where(lt(referrerHosts.day, month))
      }),
  }
}
