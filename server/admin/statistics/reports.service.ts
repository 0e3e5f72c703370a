import type {
  CountedItem,
  CountedKind,
  Counts,
  CountsOfTime,
  ItemStatistics,
  ItemStatisticsQuery,
  Statistics,
  StatisticsQuery,
} from '#contracts/admin/statistics.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Days, ItemFilter, ReportsStore } from './reports.store.ts'

const DAY_MS = 24 * 3_600_000
/** Maximum number of days of a report by day; longer periods are reported by month. */
const MAX_DAYS = 92
const NONE: Counts = { viewed: 0, opened: 0, previewed: 0, finished: 0, listenedSeconds: 0, bought: 0 }

/** Function that lists payments by day and item, including payments that were refunded later. */
export type ListSoldByDay = (days: Days, filter?: ItemFilter) => Promise<{ day: string; kind: CountedKind; id: string; bought: number }[]>
/** Function that returns the names of existing items by id. */
export type FindItemNames = (kind: CountedKind, ids: string[]) => Promise<Map<string, string>>
export type ReportsService = ReturnType<typeof createReportsService>
/** Line of the CSV report. */
export type ReportLine = CountsOfTime & CountedItem & { title: string | null }

/** Creates the service that combines counts with the sales of the same days. Visitors are not tracked, so views are not linked to sales. */
export function createReportsService(deps: {
  store: ReportsStore
  listSoldByDay: ListSoldByDay
  findItemNames: FindItemNames
  shopTime: () => ShopTime
  now: () => Date
}) {
  const { store, listSoldByDay, findItemNames, shopTime, now } = deps

  /**
   * Returns the period and its unit. The period starts no earlier than the first count, since earlier sales have no counts to compare with.
   */
  async function readPeriod({ from = '', to }: StatisticsQuery) {
    const today = shopTime().dayOf(now())
    const first = await store.firstDay()
    const last = to && to < today ? to : today
    const days = { from: first && from > first ? from : (first ?? last), to: last }
    const length = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS
    return { first, days, unit: length < MAX_DAYS ? ('day' as const) : ('month' as const) }
  }

  async function report(query: StatisticsQuery, filter: ItemFilter) {
    const { first, days, unit } = await readPeriod(query)
    const [used, sources, sold] = await Promise.all([
      store.byTime(days, unit, filter),
      store.bySource(days, filter),
      listSoldByDay(days, filter),
    ])
    const times = new Map<string, CountsOfTime>(used.map((counts) => [counts.time, { ...counts, bought: 0 }]))
    for (const { day, bought } of sold) {
      const time = unit === 'day' ? day : day.slice(0, 7)
      const counts = times.get(time) ?? { time, ...NONE }
      times.set(time, { ...counts, bought: counts.bought + bought })
    }
    const inOrder = [...times.values()].toSorted((a, b) => (a.time < b.time ? -1 : 1))
    const isEmpty = first === undefined && sold.length === 0
    return { days, sold, report: { unit, from: isEmpty ? null : days.from, to: days.to, total: sum(inOrder), times: inOrder, sources } }
  }

  async function withTitles<Item extends CountedItem>(items: Item[]): Promise<(Item & { title: string | null })[]> {
    const byKind = Object.entries(Object.groupBy(items, ({ kind }) => kind)) as [CountedKind, Item[]][]
    const names = await Promise.all(
      byKind.map(async ([kind, ofKind]) => [kind, await findItemNames(kind, [...new Set(ofKind.map(({ id }) => id))])] as const),
    )
    const titles = new Map(names)
    return items.map((item) => ({ ...item, title: titles.get(item.kind)?.get(item.id) ?? null }))
  }

  return {
    all: async ({ sort, kind, ...query }: ItemStatisticsQuery): Promise<Statistics> => {
      const { days, sold, report: found } = await report(query, { kind })
      const bought = new Map<string, { kind: CountedKind; id: string; bought: number }>()
      for (const { kind, id, bought: count } of sold) {
        const key = `${kind} ${id}`
        bought.set(key, { kind, id, bought: (bought.get(key)?.bought ?? 0) + count })
      }
      return { ...found, items: await withTitles(await store.byItem(days, sort, { kind }, [...bought.values()])) }
    },

    ofItem: async (item: CountedItem, query: StatisticsQuery): Promise<ItemStatistics> => {
      const title = (await findItemNames(item.kind, [item.id])).get(item.id)
      if (title === undefined) throw notFound(item.kind)
      return { title, ...(await report(query, item)).report }
    },

    /** Yields the report lines by day and item, one month at a time, so that a long period is never held in memory as a whole. */
    lines: async function* (query: StatisticsQuery): AsyncGenerator<ReportLine[]> {
      const { days } = await readPeriod(query)
      const sold = await listSoldByDay(days)
      for (const month of monthsOf(days)) {
        const used = await store.byTimeAndItem(month)
        const keyOf = (time: string, { kind, id }: CountedItem) => `${time} ${kind} ${id}`
        const lines = new Map(used.map((line) => [keyOf(line.time, line), { ...line, bought: 0 }]))
        for (const { day, kind, id, bought } of sold) {
          if (day < month.from || day > month.to) continue
          // Sales are added to the line of the month if the daily counts of the item were summed by month.
          const wasSummed = lines.has(keyOf(day.slice(0, 7), { kind, id }))
          const time = wasSummed ? day.slice(0, 7) : day
          const line = lines.get(keyOf(time, { kind, id })) ?? { ...NONE, time, kind, id }
          lines.set(keyOf(time, line), { ...line, bought: line.bought + bought })
        }
        if (lines.size > 0) yield await withTitles([...lines.values()].toSorted((a, b) => (a.time < b.time ? -1 : 1)))
      }
    },
  }
}

function sum(times: Counts[]): Counts {
  return times.reduce<Counts>(
    (total, counts) => ({
      viewed: total.viewed + counts.viewed,
      opened: total.opened + counts.opened,
      previewed: total.previewed + counts.previewed,
      finished: total.finished + counts.finished,
      listenedSeconds: total.listenedSeconds + counts.listenedSeconds,
      bought: total.bought + counts.bought,
    }),
    NONE,
  )
}

/** Splits a period into months. */
function* monthsOf({ from, to }: Days): Generator<Days> {
  for (let start = from; start <= to; ) {
    const [year = 0, month = 1] = start.split('-').map(Number)
    const next = new Date(Date.UTC(year, month)).toISOString().slice(0, 10)
    const last = new Date(Date.parse(next) - DAY_MS).toISOString().slice(0, 10)
    yield { from: start, to: last < to ? last : to }
    start = next
  }
}
