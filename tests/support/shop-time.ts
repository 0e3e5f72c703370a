import { DEFAULT_ZONE, shopTimeIn } from '#contracts/shop/shop-time.ts'

/** Returns the time zone of a site whose owner has chosen none. */
export const shopTime = () => shopTimeIn(DEFAULT_ZONE)
