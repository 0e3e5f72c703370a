/** Formats a date as "22 November 2026" in a time zone. */
export function formatDate(date: string, timeZone: string): string {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
}

/** Formats a day, given as YYYY-MM-DD, as "22 November 2026". */
export const formatDay = (day: string) => formatDate(day, 'UTC')

/** Formats a time in milliseconds since the epoch as "14:05" in the visitor's time zone. */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
