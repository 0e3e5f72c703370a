import { shopDay } from '#contracts/shop-time.ts'

/** A range of months as `YYYY-MM`, both included; an open end is absent. */
export type Months = { from?: string; to?: string }

export const PERIODS = { year: 'The last 12 months', this: 'This year', last: 'Last year', all: 'Everything' } as const
export type Period = keyof typeof PERIODS

/** The period that a URL names, by default the last 12 months. */
export function readPeriod(params: URLSearchParams): Period {
  const name = params.get('period') ?? ''
  return Object.hasOwn(PERIODS, name) ? (name as Period) : 'year'
}

/** Months are those of the shop's time zone, as in the API. */
export function monthsOf(period: Period, now: Date): Months {
  const today = shopDay(now)
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

/** Every month from one to another, both included, the earliest first. */
export function monthsBetween(from: string, to: string): string[] {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const months: string[] = []
  for (let index = month - 1; months.at(-1) !== to && months.length < 1200; index++) months.push(monthText(year, index))
  return months
}

/** `index` counts from January of the year and may lie beyond it. */
function monthText(year: number, index: number): string {
  return new Date(Date.UTC(year, index)).toISOString().slice(0, 7)
}

const long = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
// Three letters each, where British September has four.
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

export function monthName(month: string): string {
  return long.format(new Date(`${month}-01T00:00:00Z`))
}

/** More labels than this would overlap on a phone. */
const MAX_LABELS = 12

/** The labels below the columns: month names, every second one where there are many, and only years where there are more. */
export function monthLabels(months: string[]): string[] {
  const every = Math.ceil(months.length / MAX_LABELS)
  if (every > 2) return months.map((month) => (month.endsWith('-01') ? month.slice(0, 4) : ''))
  return months.map((month, at) => (at % every === 0 ? monthLabel(month) : ''))
}

/** January brings its year. */
function monthLabel(month: string): string {
  const name = short.format(new Date(`${month}-01T00:00:00Z`))
  return month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name
}
