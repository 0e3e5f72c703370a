import type { ComponentProps } from 'react'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { TextField } from '#web/ui/field.tsx'
import type { SaveQuestion } from './use-item-form.ts'

export function PriceField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  // A number field would change its value on mouse wheel, and drop a comma.
  return <TextField label="Price" inputMode="decimal" autoComplete="off" required hint="In US dollars; 0 makes it free." {...field} />
}

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
