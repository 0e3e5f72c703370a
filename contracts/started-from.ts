import { z } from 'zod'

/** The item's `updatedAt` when its editor opened it. A change that sends it is refused when the item has changed since. */
export const StartedFrom = z.iso
  .datetime({ error: 'Send the updatedAt that the item had.' })
  .optional()
  .meta({ description: 'The updatedAt that the change began from; 409 when the item is newer' })
