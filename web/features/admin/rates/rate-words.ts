import { RATE_DAYS, type Rate, scaledRate } from '#contracts/rate.ts'

const DAY_MS = 24 * 3_600_000
// A rate is of a day as it is in UTC, wherever it is looked at.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

export function dayOf({ asOf }: Pick<Rate, 'asOf'>): string {
  return day.format(new Date(asOf))
}

/** Until when a rate is charged by, in the reader's own time. */
export function usableUntil({ asOf }: Pick<Rate, 'asOf'>): string {
  return moment.format(new Date(Date.parse(asOf) + RATE_DAYS * DAY_MS))
}

/** How old a rate is: `published today`, `1 day old`. */
export function ageOf({ asOf }: Pick<Rate, 'asOf'>, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / DAY_MS)
  if (days <= 0) return 'published today'
  return `${days} ${days === 1 ? 'day' : 'days'} old`
}

/** What is charged for one dollar, when a margin is added to the rate. For people, with four decimals; the API rounds for itself. */
export function chargedText({ zwgPerUsd, marginBasisPoints }: Rate): string {
  return ((scaledRate(zwgPerUsd) * (10_000 + marginBasisPoints)) / 10_000 / 1_000_000).toFixed(4)
}

/** A change in words: `20 % more`, `0.4 % less`. */
export function changeText(percent: number): string {
  if (percent === 0) return 'the same'
  return `${Math.abs(percent).toLocaleString('en', { maximumFractionDigits: 2 })} % ${percent > 0 ? 'more' : 'less'}`
}

export function marginText(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`
}

/** The day that a form is filled in, as its field has it. */
export function today(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The moment that a day's rate is of. East of Greenwich a day begins before it does in UTC: then it is now. */
export function momentOf(dayText: string, now: Date): string {
  const start = Date.parse(`${dayText}T00:00:00Z`)
  if (Number.isNaN(start)) return ''
  return new Date(dayText === today(now) ? Math.min(start, now.getTime()) : start).toISOString()
}
