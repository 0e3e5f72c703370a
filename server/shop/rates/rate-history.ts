import { RATE_DAYS, RATE_JUMP_PERCENT, type Rate, rateText } from '#contracts/shop/rate.ts'
import { withMargin } from './convert-price.ts'
import type { RateInHistory, RatePlace, RateRow } from './rates.store.ts'

const DAY_MS = 24 * 3_600_000

type Charge = Pick<RateRow, 'zwgPerUsdScaled' | 'marginBasisPoints'>

/** Returns the rate that buyers are charged, including its margin. */
export function charged({ zwgPerUsdScaled, marginBasisPoints }: Charge): number {
  return withMargin(zwgPerUsdScaled, marginBasisPoints)
}

/** Whether a rate has to be confirmed: it would become the newest and differs by more than `RATE_JUMP_PERCENT` from the last one. */
export function needsConfirmation(rate: RatePlace & Charge, newestCounted: (RatePlace & Charge) | undefined): boolean {
  if (!newestCounted || isNewer(newestCounted, rate)) return false
  const [was, is] = [charged(newestCounted), charged(rate)]
  return Math.abs(is - was) * 100 > was * RATE_JUMP_PERCENT
}

/** Compares rates by time; with equal times, the rate entered later is newer. */
export function isNewer(rate: RatePlace, than: RatePlace): boolean {
  const difference = rate.asOf.getTime() - than.asOf.getTime()
  return difference > 0 || (difference === 0 && rate.id > than.id)
}

export function isStale({ asOf }: { asOf: Date }, now: Date): boolean {
  return now.getTime() - asOf.getTime() > RATE_DAYS * DAY_MS
}

export function toRate(row: RateInHistory, { newestCounted, now }: { newestCounted: RatePlace | undefined; now: Date }): Rate {
  return {
    id: row.id,
    zwgPerUsd: rateText(row.zwgPerUsdScaled),
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
  // An unconfirmed rate is obsolete once a newer rate is in effect.
  if (!row.confirmedAt) return !newestCounted || isNewer(row, newestCounted) ? 'waiting' : 'past'
  if (row.id !== newestCounted?.id) return 'past'
  return isStale(row, now) ? 'stale' : 'current'
}

/** Rounded to two decimals for display. */
function changePercent(from: number, to: number): number {
  return Math.round((to / from - 1) * 10_000) / 100
}
