import { DAILY_STATISTICS_MONTHS } from '#contracts/admin/retention.ts'
import { shopDay } from '#contracts/shop/shop-time.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { SentPage } from '#server/platform/http/server.ts'
import { createCounter } from './counter.ts'
import { createCountsStore, type FindItemIds } from './counts.store.ts'
import { createFloodLimit } from './flood-limit.ts'
import { readPageView } from './page-view.ts'
import { createReportsService, type FindItemNames, type ListSoldByDay } from './reports.service.ts'
import { createReportsStore } from './reports.store.ts'
import { eventRoutes, reportRoutes } from './statistics.routes.ts'

/** Interval of flushes: the counts that a crash may lose, and the delay of the figures. */
const STORE_SECONDS = 5

/** Opens the counts of views, reading and listening, without tracking visitors, and their reports for administrators. */
export function openStatistics({
  orm,
  now,
  publicUrl,
  ...sources
}: {
  orm: Orm
  now: () => Date
  publicUrl: string | undefined
  findItemIds: FindItemIds
  findItemNames: FindItemNames
  listSoldByDay: ListSoldByDay
}) {
  const counts = createCountsStore(orm, sources)
  const counter = createCounter({ store: counts.add, now })
  const allows = createFloodLimit({ now })
  const reports = createReportsService({ ...sources, store: createReportsStore(orm), now })
  const publicHost = publicUrl && new URL(publicUrl).host
  const sumPastMonths = () => counts.sumBefore(firstKeptDay(now()))

  function countPage({ request, status, ip }: SentPage) {
    const view = readPageView({ method: request.method, url: request.url, headers: request.headers, status, publicHost })
    if (view && allows(ip(), `viewed ${view.kind} ${view.item}`)) counter.count(view)
  }

  const feature = {
    publicRoutes: [eventRoutes({ counter, allows })],
    adminRoutes: [reportRoutes({ reports })],
    workers: [{ name: 'store-statistics', everySeconds: STORE_SECONDS, run: counter.flush }],
    jobs: [{ name: 'statistics-months', cron: '40 1 * * *', run: sumPastMonths }],
  } satisfies Feature
  return { countPage, flush: counter.flush, sumPastMonths, reports, ...feature }
}

/** Returns the first day of the oldest month that is still stored by day. */
function firstKeptDay(now: Date): string {
  const [year = 0, month = 1] = shopDay(now).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - DAILY_STATISTICS_MONTHS)).toISOString().slice(0, 10)
}
