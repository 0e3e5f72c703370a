import type { ComponentProps } from 'react'
import { stateFields } from '#contracts/catalogue/item-state.ts'
import { zoneTitle } from '#contracts/shop/shop-time.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { TextField } from '#web/ui/field.tsx'

/** Field for the time at which scheduled items are published. */
export function PublicationTimeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { zone } = useShopTime()
  return <TextField type="datetime-local" label={stateFields.publishAt.label} required hint={`${zoneTitle(zone)}.`} {...props} />
}
