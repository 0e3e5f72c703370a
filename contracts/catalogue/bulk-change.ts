import { z } from 'zod'
import { BIN_DAYS } from '#contracts/admin/retention.ts'
import { ItemId } from '#contracts/common/list.ts'
import { Price } from '#contracts/shop/money.ts'
import { Categories, StartedFrom } from './item.ts'
import { itemStateShape, stateFields } from './item-state.ts'

/** Largest number of items in one bulk action. */
export const BULK_ITEMS = 500

const { id } = ItemId.shape
const TOO_MANY = `Choose at most ${BULK_ITEMS} items at once.`
const isUnique = (ids: string[]) => new Set(ids).size === ids.length

/** New values of several items. Omitted fields stay unchanged. */
export const BulkChange = z.object({
  items: z
    .array(
      z.object({
        id,
        updatedAt: StartedFrom,
        price: Price.optional(),
        categories: Categories.optional(),
        state: stateFields.state.schema,
        publishAt: stateFields.publishAt.schema,
        deleted: z
          .boolean()
          .optional()
          .meta({ description: `true moves the item to the bin for ${BIN_DAYS} days, false takes it out` }),
      }),
    )
    .min(1)
    .max(BULK_ITEMS, TOO_MANY)
    .refine((items) => isUnique(items.map((item) => item.id)), 'Send each item once.'),
})
export type BulkChange = z.infer<typeof BulkChange>

export const BulkOutcome = z.object({
  action: z.string().nullable().meta({ description: 'Id of the entry in the audit log; null when all items already had the new values' }),
  changed: z.array(z.object({ id: z.string(), updatedAt: z.iso.datetime(), ...itemStateShape })),
  skipped: z.array(z.string()).meta({ description: 'Names of items that were not reverted, since they were changed again or deleted' }),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>
