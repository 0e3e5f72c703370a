import { RATE_DAYS, type Rate, scaledRate } from '#contracts/shop/rate.ts'
import { pluralize } from '#web/lib/format/plural.ts'

const DAY_MS = 24 * 3_600_000
const moment = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

/** Formats the time at which an exchange rate expires, in the administrator's time zone. */
export function formatExpiry({ asOf }: Pick<Rate, 'asOf'>): string {
  return moment.format(new Date(Date.parse(asOf) + RATE_DAYS * DAY_MS))
}

/** Formats the age of an exchange rate: `published today`, `1 day old`. */
export function formatAge({ asOf }: Pick<Rate, 'asOf'>, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / DAY_MS)
  if (days <= 0) return 'published today'
  return `${pluralize(days, 'day')} old`
}

/**
 * Returns the ZWG amount charged for one US dollar, including the margin, rounded to four decimals. The API calculates with exact amounts.
 */
export function formatChargedRate({ zwgPerUsd, marginBasisPoints }: Rate): string {
  return ((scaledRate(zwgPerUsd) * (10_000 + marginBasisPoints)) / 10_000 / 1_000_000).toFixed(4)
}

/** Formats the change of an exchange rate: `20% more`, `0.4% less`. */
export function formatChange(percent: number): string {
  if (percent === 0) return 'the same'
  return `${Math.abs(percent).toLocaleString('en', { maximumFractionDigits: 2 })}% ${percent > 0 ? 'more' : 'less'}`
}

export function formatMargin(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString('en', { maximumFractionDigits: 2 })}%`
}
