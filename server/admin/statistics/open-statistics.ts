import { LRUCache } from 'lru-cache'
import { DAILY_STATISTICS_MONTHS } from '#contracts/admin/retention.ts'
import type { Feature } from '#server/platform/feature.ts'
import { siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import type { SentPage } from '#server/platform/http/open-http-server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hasPreviewCookie } from '#server/platform/response-cache/response-cache.ts'
import { createCounter } from './counter.ts'
import { createCountsStore, type FindItemIds } from './counts.store.ts'
import { readPageView } from './page-view.ts'
import { createReportsService, type FindItemNames, type ListSoldByDay } from './reports.service.ts'
import { createReportsStore } from './reports.store.ts'
import { eventRoutes, reportRoutes } from './statistics.routes.ts'

/** Interval of flushes in seconds. A crash loses at most the counts of this interval, and reports are delayed by at most this interval. */
const STORE_SECONDS = 5

/** Functions of other domains that statistics use. */
export type StatisticsSources = {
  findItemIds: FindItemIds
  findItemNames: FindItemNames
  listSoldByDay: ListSoldByDay
}

export interface Statistics {
  /** Counts the page view that a sent response represents, if any */
  countPage: (page: SentPage) => void
  /** Stores all counts that are still in memory */
  flush: () => Promise<void>
  /** Sums the days before the months with daily statistics into monthly counts */
  sumPastMonths: () => Promise<void>
}

/** Creates the statistics of views, reading and listening, without tracking visitors, and their reports for administrators. */
export function openStatistics(
  deps: StatisticsSources & Pick<Platform, 'orm' | 'shopTime' | 'now'> & { publicUrl: string | undefined },
): Statistics & Feature {
  const { orm, shopTime, now, publicUrl, ...sources } = deps
  const counts = createCountsStore(orm, sources)
  const counter = createCounter({ store: counts.add, shopTime, now })
  const allows = createFloodLimit({ now })
  const reports = createReportsService({ ...sources, store: createReportsStore(orm), shopTime, now })
  const publicHost = publicUrl && new URL(publicUrl).host
  const sumPastMonths = () => counts.sumBefore(firstKeptDay(shopTime().dayOf(now())))

  function countPage({ request, status, ip }: SentPage) {
    // Holders of a preview link are not counted as visitors.
    if (hasPreviewCookie(request.headers)) return
    const view = readPageView({ method: request.method, url: request.url, headers: request.headers, status, publicHost })
    if (view && allows(ip(), `viewed ${view.kind} ${view.item}`)) counter.count(view)
  }

  return {
    countPage,
    flush: counter.flush,
    sumPastMonths,
    publicRoutes: [eventRoutes({ counter, allows })],
    adminRoutes: [reportRoutes({ reports })],
    workers: [{ name: 'store-statistics', everySeconds: STORE_SECONDS, run: counter.flush }],
    jobs: [{ name: 'statistics-months', cron: '40 1 * * *', run: sumPastMonths }],
  }
}

/** Returns the first day of the oldest month with daily statistics. */
function firstKeptDay(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - DAILY_STATISTICS_MONTHS)).toISOString().slice(0, 10)
}

const HOUR_MS = 3_600_000
/** Limits of counted events per network. Far above the use of one visitor, since many phones share one IPv4 address of a mobile network. */
const MAX_PER_HOUR = { network: 1000, item: 60 }
const MAX_REMEMBERED = 50_000

/**
 * Limits the counted events of a network, in total and per item and event. Networks are held in memory for at most an hour, and their
 * addresses are never stored. The oldest entries are evicted first, so memory is bounded.
 */
export function createFloodLimit({ now, max = MAX_PER_HOUR }: { now: () => Date; max?: { network: number; item: number } }) {
  const counted = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const networks = new LRUCache<string, string>({ max: MAX_REMEMBERED, memoMethod: siteNetworkOf })
  let hour = 0

  function isBelow(key: string, limit: number): boolean {
    const before = counted.get(key) ?? 0
    if (before >= limit) return false
    counted.set(key, before + 1)
    return true
  }

  /** Returns whether an event from the given IP address is still counted. `thing` names the event and the item. */
  return (ip: string, thing: string): boolean => {
    const current = Math.floor(now().getTime() / HOUR_MS)
    if (current !== hour) for (const cache of [counted, networks]) cache.clear()
    hour = current
    const network = networks.memo(ip)
    return isBelow(network, max.network) && isBelow(`${network} ${thing}`, max.item)
  }
}
