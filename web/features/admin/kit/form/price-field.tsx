import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'

export function PriceField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField label="Price" type="number" step="0.01" inputMode="decimal" required hint="In US dollars; 0 makes it free." {...field} />
  )
}
