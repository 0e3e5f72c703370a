import { formatPrice, isFree } from '#contracts/shop/price.ts'
import type { SaveQuestion } from './save-question.ts'

const LARGE_FACTOR = 10

/** Returns the question to ask before saving a price whose decimal point may be missing or misplaced. */
export function askAboutPrice(before: number | undefined, price: number): SaveQuestion | undefined {
  if (before === undefined || isFree(before) || isFree(price)) return undefined
  if (price < before * LARGE_FACTOR && price * LARGE_FACTOR > before) return undefined
  return {
    title: `Change the price to ${formatPrice(price)}?`,
    message: `The price was ${formatPrice(before)}. Check the decimal point.`,
    confirm: `Save ${formatPrice(price)}`,
  }
}
