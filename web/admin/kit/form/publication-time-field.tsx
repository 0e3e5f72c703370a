import type { ComponentProps } from 'react'
import { stateFields } from '#contracts/catalogue/item-state.ts'
import { SHOP_OFFSET } from '#contracts/shop/shop-time.ts'
import { TextField } from '#web/ui/field.tsx'

/** Field for the time at which scheduled items are published. */
export function PublicationTimeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField type="datetime-local" label={stateFields.publishAt.label} required hint={`Zimbabwe time (UTC${SHOP_OFFSET}).`} {...props} />
  )
}
