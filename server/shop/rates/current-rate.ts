import type { Page } from '#contracts/common/list.ts'
import { RATE_DAYS, type Rate, type RateQuery, type RateStanding, rateText } from '#contracts/shop/rate.ts'
import { malformed, notFound } from '#server/platform/problems.ts'
import { withMargin } from './convert-price.ts'
import type { RateInHistory, RatePlace, RateRow, RateStore } from './rates.store.ts'

const DAY_MS = 24 * 3_600_000

/** Exchange rate for current sales. `scaled` includes the margin. */
type CurrentRate = { id: string; scaled: number; asOf: Date; source: string }

/** Reads the current exchange rate and the history of rates. */
export type CurrentRates = ReturnType<typeof createCurrentRates>

/**
 * @param deps.isPayable whether any gateway accepts the currency of the rates
 * @param deps.isOffered whether the owner offers payments in it
 */
export function createCurrentRates(deps: { store: RateStore; isPayable: () => boolean; isOffered: () => boolean; now: () => Date }) {
  const { store, isPayable, isOffered, now } = deps
  return {
    /** Returns the exchange rate for current sales: the newest confirmed rate, unless it is stale. */
    current: async (): Promise<{ state: 'current'; rate: CurrentRate } | { state: 'stale' | 'none' }> => {
      const newest = await store.newestCounted()
      if (!newest) return { state: 'none' }
      if (isStale(newest, now())) return { state: 'stale' }
      const { id, asOf, source } = newest
      return { state: 'current', rate: { id, scaled: charged(newest), asOf, source } }
    },

    standing: async (): Promise<RateStanding> => {
      const newestCounted = await store.newestCounted()
      const waiting = newestCounted && (await store.newestUncounted(newestCounted))
      const known = { newestCounted, now: now() }
      return {
        current: newestCounted ? toRate(newestCounted, known) : null,
        waiting: waiting ? toRate(waiting, known) : null,
        refused: !isOffered() ? 'off' : isPayable() ? refusal(newestCounted, now()) : 'no_gateway',
      }
    },

    get: async (id: string): Promise<Rate> => {
      const row = await store.find(id)
      if (!row) throw notFound('rate')
      return toRate(row, { newestCounted: await store.newestCounted(), now: now() })
    },

    /** Lists exchange rates, newest first. */
    list: async ({ limit = 50, cursor }: RateQuery): Promise<Page<Rate>> => {
      const [rows, newestCounted, total] = await Promise.all([
        store.list({ before: cursor === undefined ? undefined : placeOf(cursor), limit: limit + 1 }),
        store.newestCounted(),
        store.count(),
      ])
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const items = shown.map((row) => toRate(row, { newestCounted, now: now() }))
      return { items, total, ...(last && rows.length > limit && { next: `${last.asOf.getTime()}.${last.id}` }) }
    },
  }
}

function refusal(newestCounted: RateRow | undefined, now: Date) {
  if (!newestCounted) return 'no_rate'
  return isStale(newestCounted, now) ? 'stale_rate' : null
}

function placeOf(cursor: string): RatePlace {
  const [, moment = '', id = ''] = /^(\d{13})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (!id) throw malformed('The cursor is invalid.')
  return { asOf: new Date(Number(moment)), id }
}

export type Charge = Pick<RateRow, 'scaled' | 'marginBasisPoints'>

/** Returns an exchange rate including its margin. */
export function charged({ scaled, marginBasisPoints }: Charge): number {
  return withMargin(scaled, marginBasisPoints)
}

/** Compares exchange rates by time. If the times are equal, the rate that was entered later is newer. */
export function isNewer(rate: RatePlace, than: RatePlace): boolean {
  const difference = rate.asOf.getTime() - than.asOf.getTime()
  return difference > 0 || (difference === 0 && rate.id > than.id)
}

function isStale({ asOf }: { asOf: Date }, now: Date): boolean {
  return now.getTime() - asOf.getTime() > RATE_DAYS * DAY_MS
}

function toRate(row: RateInHistory, { newestCounted, now }: { newestCounted: RatePlace | undefined; now: Date }): Rate {
  return {
    id: row.id,
    zwgPerUsd: rateText(row.scaled),
    source: row.source,
    asOf: row.asOf.toISOString(),
    marginBasisPoints: row.marginBasisPoints,
    enteredAt: row.enteredAt.toISOString(),
    enteredBy: row.enteredBy,
    state: rateState(row, newestCounted, now),
    changePercent: row.before && changePercent(charged(row.before), charged(row)),
  }
}

function rateState(row: RateRow, newestCounted: RatePlace | undefined, now: Date): Rate['state'] {
  // An unconfirmed exchange rate is obsolete once a newer rate is in effect.
  if (!row.confirmedAt) return !newestCounted || isNewer(row, newestCounted) ? 'waiting' : 'past'
  if (row.id !== newestCounted?.id) return 'past'
  return isStale(row, now) ? 'stale' : 'current'
}

/** Returns the percentage change between two exchange rates, rounded to two decimals. */
function changePercent(from: number, to: number): number {
  return Math.round((to / from - 1) * 10_000) / 100
}
