import { z } from 'zod'

/** The `updatedAt` of the item as its editor found it. With it, a change is refused when somebody else was faster. */
export const StartedFrom = z.iso
  .datetime({ error: 'Send the updatedAt that the item had.' })
  .optional()
  .meta({ description: 'The updatedAt that the change began from; 409 when the item is newer' })
