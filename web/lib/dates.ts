import { SHOP_ZONE } from '#contracts/shop-time.ts'

/** "22 November 2026", in the shop's time zone wherever the visitor is. */
export function formatDate(date: string, timeZone = SHOP_ZONE): string {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
}

/** "14:05", in the visitor's time zone; in milliseconds by `Date.now`. */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
