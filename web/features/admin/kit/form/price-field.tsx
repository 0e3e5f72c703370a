import type { ComponentProps } from 'react'
import { formatPrice, isFree } from '#contracts/price.ts'
import { TextField } from '#web/ui/field.tsx'
import type { SaveQuestion } from './use-item-form.ts'

export function PriceField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  // A number field would change its value when the mouse wheel turns over it, and take a comma out.
  return <TextField label="Price" inputMode="decimal" autoComplete="off" required hint="In US dollars; 0 makes it free." {...field} />
}

const LARGE_FACTOR = 10

/** The question before a price is saved that may lack its decimal point, or have one too many. */
export function askAboutPrice(before: number | undefined, price: number): SaveQuestion | undefined {
  if (before === undefined || isFree(before) || isFree(price)) return undefined
  if (price < before * LARGE_FACTOR && price * LARGE_FACTOR > before) return undefined
  return {
    title: `Change the price to ${formatPrice(price)}?`,
    message: `The price was ${formatPrice(before)}. Check the decimal point.`,
    confirm: `Save ${formatPrice(price)}`,
  }
}
