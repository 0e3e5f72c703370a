import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import { shopTimeIn } from '#contracts/shop/shop-time.ts'

/** Returns the time zone of a site whose owner has chosen none. */
export const shopTime = () => shopTimeIn(DEFAULT_ZONE)
