/*
 * The shop's time zone. Days of rates, months of sales and dates of receipts are those of Zimbabwe, wherever the server runs.
 */

export const SHOP_ZONE = 'Africa/Harare'
/** Offset of the zone from UTC, without daylight saving; a test fails if that changes. */
export const SHOP_OFFSET = '+02:00'
const OFFSET_MS = 2 * 3_600_000

/** Returns the moment's day in the shop's zone as YYYY-MM-DD. Its first seven characters are the month. */
export function shopDay(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns the moment's date and time in the shop's zone as YYYY-MM-DDThh:mm. */
export function shopMinute(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

/** Returns the first moment of a day (YYYY-MM-DD) or a month (YYYY-MM) in the shop's zone; an invalid date for anything else. */
export function shopStart(dayOrMonth: string): Date {
  const day = dayOrMonth.length === 7 ? `${dayOrMonth}-01` : dayOrMonth
  const start = new Date(`${day}T00:00:00${SHOP_OFFSET}`)
  // 31 February would become 3 March.
  return !Number.isNaN(start.getTime()) && shopDay(start) === day ? start : new Date(Number.NaN)
}

/** Returns the Monday of a day's week (YYYY-MM-DD). */
export function weekStart(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * 24 * 3_600_000).toISOString().slice(0, 10)
}

/** Returns the following month (YYYY-MM). */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}

/** Days after the end of a month in which its payments and refunds may still become known. */
export const DAYS_UNTIL_CLOSED = 7

/** Returns when the month (YYYY-MM) closes: its sales do not change afterwards. */
export function monthCloses(month: string): Date {
  return new Date(shopStart(monthAfter(month)).getTime() + DAYS_UNTIL_CLOSED * 24 * 3_600_000)
}

/** Returns the time at which an event is booked: its own, or the time at which it became known once its own month has closed. */
export function bookedAt(event: Date, known: Date): Date {
  return known < monthCloses(shopDay(event).slice(0, 7)) ? event : known
}
