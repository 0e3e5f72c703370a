import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import { type ShopTime, shopTimeIn } from '#contracts/shop/shop-time.ts'
import { useSite } from './site.tsx'

/** Returns days, months and times in the time zone of the site, rather than the visitor's. */
export function useShopTime(): ShopTime {
  return shopTimeIn(useSite().timeZone)
}

/** Returns the same as `useShopTime`, for loaders in a browser, which run before the site's settings are rendered. */
export function documentShopTime(): ShopTime {
  return shopTimeIn(document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content ?? DEFAULT_ZONE)
}
