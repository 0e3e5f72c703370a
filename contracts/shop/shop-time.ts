/* The shop's time zone. Days of rates, months of sales and dates of receipts are in Zimbabwe time, independent of the server's time zone. */

export const SHOP_ZONE = 'Africa/Harare'
/** UTC offset of the shop's time zone, which has no daylight saving time. A test fails if that changes. */
export const SHOP_OFFSET = '+02:00'
const OFFSET_MS = 2 * 3_600_000

/** Returns the day of a moment in the shop's time zone as YYYY-MM-DD. The first seven characters are the month. */
export function shopDay(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns the date and time of a moment in the shop's time zone as YYYY-MM-DDThh:mm. */
export function shopMinute(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

/** Returns the start of a day (YYYY-MM-DD) or a month (YYYY-MM) in the shop's time zone, or an invalid date for other input. */
export function shopStart(dayOrMonth: string): Date {
  const day = dayOrMonth.length === 7 ? `${dayOrMonth}-01` : dayOrMonth
  const start = new Date(`${day}T00:00:00${SHOP_OFFSET}`)
  // JavaScript would parse 31 February as 3 March.
  return !Number.isNaN(start.getTime()) && shopDay(start) === day ? start : new Date(Number.NaN)
}

/** Returns the Monday of the week that contains a day (YYYY-MM-DD). */
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

/** Days after the end of a month until its sales are final. Payments and refunds may be reported late. */
export const DAYS_UNTIL_CLOSED = 7

/** Returns the time at which a month (YYYY-MM) closes, after which its sales are final. */
export function monthCloses(month: string): Date {
  return new Date(shopStart(monthAfter(month)).getTime() + DAYS_UNTIL_CLOSED * 24 * 3_600_000)
}

/**
 * Returns the booking time of a payment or refund: the time of the event, or the time of its report if the month of the event was already
 * closed.
 */
export function bookedAt(event: Date, known: Date): Date {
  return known < monthCloses(shopDay(event).slice(0, 7)) ? event : known
}
