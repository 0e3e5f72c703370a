/*
 * The shop's own calendar. Days of rates, months of sales and dates of receipts are those of Zimbabwe, wherever the server
 * runs and whoever looks.
 */

/** For what formats dates. */
export const SHOP_ZONE = 'Africa/Harare'
/** What that zone is ahead of UTC, in summer and winter; its test notices should that ever change. */
export const SHOP_OFFSET = '+02:00'
const OFFSET_MS = 2 * 3_600_000

/** The day that it is in the shop, as YYYY-MM-DD. Its first seven characters are the month. */
export function shopDay(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** The first moment of a day of the shop, given as YYYY-MM-DD, or of a month, given as YYYY-MM. Invalid for anything else. */
export function shopStart(dayOrMonth: string): Date {
  const day = dayOrMonth.length === 7 ? `${dayOrMonth}-01` : dayOrMonth
  const start = new Date(`${day}T00:00:00${SHOP_OFFSET}`)
  // The 31st of February would be the 3rd of March.
  return !Number.isNaN(start.getTime()) && shopDay(start) === day ? start : new Date(Number.NaN)
}
