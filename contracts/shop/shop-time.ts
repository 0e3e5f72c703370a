/* The shop's time zone. Days of rates, months of sales and dates of receipts are in the time zone that the owner chose, independent of the
server's time zone. */

/** Time zone of all money movements that were booked before the time zone became a setting. It has no daylight saving time. */
export const FORMER_OFFSET = '+02:00'

export type ShopTime = ReturnType<typeof shopTimeIn>

/** Returns whether a time zone of the IANA database is known. Offsets such as +02:00 are no time zones. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(zone)
  } catch {
    return false
  }
}

const known = new Map<string, ReturnType<typeof createShopTime>>()

/** Returns the days, months and times of a time zone. A browser that is older than the time zone has those of UTC. */
export function shopTimeIn(zone: string) {
  const time = known.get(zone) ?? createShopTime(isZone(zone) ? zone : 'UTC')
  known.set(zone, time)
  return time
}

function createShopTime(zone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

  /** Returns the clock time of a moment as if it were in UTC, in milliseconds. */
  function clockOf(moment: number): number {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour, minute, second } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000)
  }

  const textOf = (moment: Date) => new Date(clockOf(moment.getTime())).toISOString()
  const offsetAt = (moment: number) => clockOf(moment) - moment

  /**
   * Returns the moment of a clock time, given as YYYY-MM-DDThh:mm[:ss], or an invalid date for other input. A time that occurs twice when the
   * clocks go back is the first of both; a time that is skipped when the clocks go forward is later by the skipped hour.
   */
  function momentOf(clockTime: string): Date {
    const clock = Date.parse(`${clockTime}Z`)
    if (Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(clockTime)) return new Date(Number.NaN)
    const moments = [clock - DAY_MS, clock + DAY_MS].map((around) => clock - offsetAt(around))
    const exact = moments.filter((moment) => clockOf(moment) === clock)
    return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...moments))
  }

  /** Returns the day of a moment as YYYY-MM-DD. The first seven characters are the month. */
  const dayOf = (moment: Date) => textOf(moment).slice(0, 10)

  /** Returns the start of a day (YYYY-MM-DD) or a month (YYYY-MM), or an invalid date for other input. */
  const startOf = (dayOrMonth: string) => momentOf(`${dayOrMonth.length === 7 ? `${dayOrMonth}-01` : dayOrMonth}T00:00`)

  /** Returns the time at which a month (YYYY-MM) closes, after which its sales are final. */
  const monthCloses = (month: string) => startOf(addDays(`${monthAfter(month)}-01`, DAYS_UNTIL_CLOSED))

  return {
    zone,
    dayOf,
    startOf,
    momentOf,
    monthCloses,

    /** Returns the date and time of a moment as YYYY-MM-DDThh:mm. */
    minuteOf: (moment: Date) => textOf(moment).slice(0, 16),

    /**
     * Returns the booking time of a payment or refund: the time of the event, or the time of its report if the month of the event was already
     * closed.
     */
    bookedAt: (event: Date, reported: Date) => (reported < monthCloses(dayOf(event).slice(0, 7)) ? event : reported),
  }
}

const DAY_MS = 24 * 3_600_000
/** Days after the end of a month until its sales are final. Payments and refunds may be reported late. */
export const DAYS_UNTIL_CLOSED = 7

/** Returns the name of a time zone for readers: `Harare time`, `Buenos Aires time`, `UTC`. */
export function zoneTitle(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return city === 'UTC' ? city : `${city} time`
}

/** Returns whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  // JavaScript would parse 31 February as 3 March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Returns the day (YYYY-MM-DD) that is a number of days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the Monday of the week that contains a day (YYYY-MM-DD). */
export function weekStart(day: string): string {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** Returns the following month (YYYY-MM). */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
