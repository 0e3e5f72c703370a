const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
// The en-US locale abbreviates every month to three letters; en-GB uses four for September.
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Formats a time as "22 Nov 2026, 14:05" in the administrator's time zone. */
export const formatMinute = (iso: string) => minute.format(new Date(iso))

/** Formats a time as "22 Nov 2026, 14:05" in the time zone of the site, which forms use for publication times. */
export const formatShopMinute = (iso: string, timeZone: string) =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })

/** Returns the name of the administrator's time zone, such as "GMT+2". */
export const zoneName = () =>
  new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Formats a month, given as YYYY-MM, as "November 2026". */
export const formatMonth = (time: string) => month.format(new Date(time))

/** Formats the month of a day or month, given as YYYY-MM-DD or YYYY-MM, as "Nov". */
export const formatShortMonth = (time: string) => shortMonth.format(new Date(time))
