import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { HIGH_PRICE, isUnlikelyAmount } from '#contracts/shop/unlikely-amount.ts'
import type { SaveQuestion } from './save-question.ts'

/**
 * Returns the question to ask before saving a price whose decimal point may be missing or misplaced. Without an earlier price, only a high
 * price is asked about.
 */
export function askAboutPrice(before: number | undefined, price: number): SaveQuestion | undefined {
  const confirm = `Save ${formatPrice(price)}`
  if (isFree(price)) return undefined
  if (before === undefined || isFree(before)) {
    if (price < HIGH_PRICE) return undefined
    return { title: `Set the price to ${formatPrice(price)}?`, message: 'This is a high price. Check the decimal point.', confirm }
  }
  if (!isUnlikelyAmount(before, price)) return undefined
  return {
    title: `Change the price to ${formatPrice(price)}?`,
    message: `The price was ${formatPrice(before)}. Check the decimal point.`,
    confirm,
  }
}
