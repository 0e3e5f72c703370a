import { formatShortMonth } from '#web/admin/kit/dates.ts'

/** Range of months as `YYYY-MM`, both ends included. An open end is undefined. */
export type Months = { from?: string; to?: string }

export const PERIODS = { year: 'The last 12 months', this: 'This year', last: 'Last year', all: 'All time' } as const
export type Period = keyof typeof PERIODS

/** Returns the sales period in a URL's parameters, by default the last 12 months. */
export function readPeriod(params: URLSearchParams): Period {
  const name = params.get('period') ?? ''
  return Object.hasOwn(PERIODS, name) ? (name as Period) : 'year'
}

/** Returns the months of a sales period. `today` is the day in the shop's time zone, as YYYY-MM-DD. */
export function monthsOf(period: Period, today: string): Months {
  const month = today.slice(0, 7)
  const year = Number(today.slice(0, 4))
  switch (period) {
    case 'year':
      return { from: monthText(year, Number(month.slice(5)) - 12), to: month }
    case 'this':
      return { from: `${year}-01`, to: month }
    case 'last':
      return { from: `${year - 1}-01`, to: `${year - 1}-12` }
    case 'all':
      return {}
  }
}

/** Lists every month from `from` to `to`, both included, in ascending order. */
export function monthsBetween(from: string, to: string): string[] {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const months: string[] = []
  for (let index = month - 1; months.at(-1) !== to && months.length < 1200; index++) months.push(monthText(year, index))
  return months
}

/** Formats a month as `YYYY-MM`. `index` is relative to January of the year and may be negative or greater than 11. */
function monthText(year: number, index: number): string {
  return new Date(Date.UTC(year, index)).toISOString().slice(0, 7)
}

/** Maximum number of month names below a chart. On a phone, sales-chart.tsx hides some of them. */
const MAX_LABELS = 12

/**
 * Returns the labels below the chart columns: all month names, every second month for longer periods, and only the years for very long
 * periods.
 */
export function monthLabels(months: string[]): string[] {
  const every = Math.ceil(months.length / MAX_LABELS)
  if (every > 2) return months.map((month) => (month.endsWith('-01') ? month.slice(0, 4) : ''))
  return months.map((month, at) => (at % every === 0 ? monthLabel(month) : ''))
}

/** Returns the short name of a month, with the year for January. */
function monthLabel(month: string): string {
  const name = formatShortMonth(month)
  return month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name
}
