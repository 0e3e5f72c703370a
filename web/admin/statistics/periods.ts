import { addDays } from '#contracts/shop/shop-time.ts'
import { formatMonth, formatShortMonth } from '#web/admin/kit/dates.ts'
import { formatDay } from '#web/lib/format/dates.ts'

/** Range of days as YYYY-MM-DD, both included. Without `from`, the range starts when counting began. */
export type Days = { from?: string; to: string }

export const PERIODS = {
  month: 'The last 30 days',
  week: 'The last 7 days',
  quarter: 'The last 90 days',
  year: 'The last 12 months',
  all: 'Everything',
} as const
export type Period = keyof typeof PERIODS
const LENGTHS = { week: 7, month: 30, quarter: 90 }

/** Returns the statistics period in a URL's parameters, by default the last 30 days. */
export function readPeriod(params: URLSearchParams): Period {
  const name = params.get('period') ?? ''
  return Object.hasOwn(PERIODS, name) ? (name as Period) : 'month'
}

/** Returns the days of a statistics period that ends today. */
export function daysOf(period: Period, to: string): Days {
  if (period === 'all') return { to }
  if (period === 'year') {
    const [year = 0, month = 1] = to.split('-').map(Number)
    return { from: new Date(Date.UTC(year, month - 12)).toISOString().slice(0, 10), to }
  }
  return { from: addDays(to, 1 - LENGTHS[period]), to }
}

/** Lists every day or month of a period in ascending order. */
export function timesBetween(from: string, to: string, unit: 'day' | 'month'): string[] {
  const times: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const time = unit === 'day' ? day : day.slice(0, 7)
    if (times.at(-1) !== time) times.push(time)
  }
  return times
}

/** Formats a day or month: "22 November 2026" or "November 2026". */
export function timeName(time: string): string {
  return time.length === 10 ? formatDay(time) : formatMonth(time)
}

/** Formats a day or month in short: "22 Nov" or "Nov 26". */
export function shortTimeName(time: string): string {
  const month = formatShortMonth(time)
  return time.length === 10 ? `${Number(time.slice(8))} ${month}` : `${month} ${time.slice(2, 4)}`
}
