import { type SQL, sql } from 'drizzle-orm'
import type { CountedItem, CountedKind, Counts, CountsOfTime, ItemStatisticsQuery } from '#contracts/admin/statistics.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { itemCounts, monthlyItemCounts } from './statistics.schema.ts'

const MAX_ITEMS = 100
const MAX_SOURCES = 20

/** Period of days as YYYY-MM-DD, both inclusive. */
export type Days = { from: string; to: string }
/** Filter for a kind of items, or for one item */
export type ItemFilter = { kind?: CountedKind; id?: string }
export type SoldItem = { kind: CountedKind; id: string; bought: number }
type UsedCounts = Omit<Counts, 'bought'>
type CountsOfItem = CountedItem & Counts
type Row<Values> = Values & Record<string, unknown>

const sumOf = (event: string) => sql`coalesce(sum(count) filter (where event = ${event}), 0)::float8`
const SUMS = sql`
  ${sumOf('viewed')} as viewed, ${sumOf('opened')} as opened, ${sumOf('previewed')} as previewed,
  ${sumOf('finished')} as finished, ${sumOf('listened')} as "listenedSeconds"
`

/** Creates the store that reads daily counts, and monthly counts where days were summed. */
export function createReportsStore(orm: Orm) {
  function counted({ from, to }: Days, { kind, id }: ItemFilter = {}): SQL {
    const narrowed = sql`${kind ? sql`and kind = ${kind}` : sql``} ${id ? sql`and item_id = ${id}` : sql``}`
    return sql`(
      select day, kind, item_id, event, source, count from ${itemCounts} where day between ${from} and ${to} ${narrowed}
      union all
      select month, kind, item_id, event, source, count from ${monthlyItemCounts}
      where month between date_trunc('month', ${from}::date)::date and ${to} ${narrowed}
    ) as counted`
  }
  const time = (unit: 'day' | 'month') => sql`to_char(day, ${unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'})`

  return {
    /** Returns the first day, or month, with a count. */
    firstDay: async (): Promise<string | undefined> => {
      const { rows } = await orm.execute<{ day: string | null }>(sql`
        select to_char(least((select min(day) from ${itemCounts}), (select min(month) from ${monthlyItemCounts})), 'YYYY-MM-DD') as day
      `)
      return rows[0]?.day ?? undefined
    },

    byTime: async (days: Days, unit: 'day' | 'month', filter?: ItemFilter): Promise<(UsedCounts & { time: string })[]> => {
      const { rows } = await orm.execute<Row<Omit<CountsOfTime, 'bought'>>>(
        sql`select ${time(unit)} as time, ${SUMS} from ${counted(days, filter)} group by 1 order by 1`,
      )
      return rows
    },

    bySource: async (days: Days, filter?: ItemFilter): Promise<{ source: string; viewed: number }[]> => {
      const { rows } = await orm.execute<Row<{ source: string; viewed: number }>>(sql`
        select source, sum(count)::float8 as viewed from ${counted(days, filter)}
        where event = 'viewed' group by source order by 2 desc, 1 limit ${MAX_SOURCES}
      `)
      return rows
    },

    /** Returns the first hundred items in the given order, including items of `sold` without views. */
    byItem: async (days: Days, sort: ItemStatisticsQuery['sort'], filter: ItemFilter, sold: SoldItem[]): Promise<CountsOfItem[]> => {
      const column = (name: keyof SoldItem) => sql.param(sold.map((item) => item[name]))
      const { rows } = await orm.execute<Row<CountsOfItem>>(sql`
        with
          used as (select kind, item_id as id, ${SUMS} from ${counted(days, filter)} group by 1, 2),
          sold as (
            select * from unnest(${column('kind')}::text[], ${column('id')}::text[], ${column('bought')}::int[]) as sold (kind, id, bought)
          )
        select
          kind, id, coalesce(viewed, 0) as viewed, coalesce(opened, 0) as opened, coalesce(previewed, 0) as previewed,
          coalesce(finished, 0) as finished, coalesce("listenedSeconds", 0) as "listenedSeconds", coalesce(bought, 0) as bought
        from used full join sold using (kind, id)
        order by ${sql.identifier(sort)} desc, viewed desc, opened desc, kind, id
        limit ${MAX_ITEMS}
      `)
      return rows
    },

    /** Returns counts per item and day, or per month where days were summed, in chronological order. */
    byTimeAndItem: async (days: Days): Promise<(UsedCounts & CountedItem & { time: string })[]> => {
      const { rows } = await orm.execute<Row<UsedCounts & CountedItem & { time: string }>>(sql`
        select time, kind, id, ${SUMS} from (
          select to_char(day, 'YYYY-MM-DD') as time, kind, item_id as id, event, count from ${itemCounts}
          where day between ${days.from} and ${days.to}
          union all
          select to_char(month, 'YYYY-MM'), kind, item_id, event, count from ${monthlyItemCounts}
          where month between date_trunc('month', ${days.from}::date)::date and ${days.to}
        ) as counted
        group by 1, 2, 3 order by 1, 2, 3
      `)
      return rows
    },
  }
}

export type ReportsStore = ReturnType<typeof createReportsStore>
