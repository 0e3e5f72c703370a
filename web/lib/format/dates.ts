import { SHOP_ZONE } from '#contracts/shop/shop-time.ts'

/** Formats a date as "22 November 2026", by default in the shop's time zone rather than the visitor's. */
export function formatDate(date: string, timeZone = SHOP_ZONE): string {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
}

/** Formats a time in milliseconds since the epoch as "14:05" in the visitor's time zone. */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
