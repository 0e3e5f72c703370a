import type { ComponentProps } from 'react'
import { stateFields } from '#contracts/catalogue/item-state.ts'
import { SHOP_OFFSET, SHOP_ZONE } from '#contracts/shop/shop-time.ts'
import { TextField } from '#web/ui/field.tsx'

/** Field for the time at which scheduled items are published. */
export function PublicationTimeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      type="datetime-local"
      label={stateFields.publishAt.label}
      required
      hint={`In the site’s time zone: ${SHOP_ZONE.replace('/', ', ')} (UTC${SHOP_OFFSET}).`}
      {...props}
    />
  )
}
