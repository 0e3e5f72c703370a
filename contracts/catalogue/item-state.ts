import { z } from 'zod'
import { SHOP_OFFSET } from '#contracts/shop/shop-time.ts'
import { optional } from './item-form.ts'

/**
 * State of a book or an episode. A scheduled item is a draft that becomes published at its `publishAt`. A hidden item is opened by its URL,
 * but no list contains it. A withdrawn item is kept by its owners only.
 */
export const ItemState = z.enum(['draft', 'scheduled', 'published', 'hidden', 'withdrawn'], {
  error: 'Enter draft, scheduled, published, hidden or withdrawn.',
})
export type ItemState = z.infer<typeof ItemState>

/** A date and a time. Without an offset it is in the shop's time zone, as forms and spreadsheets write it. */
const PublishAt = z.preprocess(
  (time) =>
    typeof time === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(time.trim())
      ? `${time.trim().replace(' ', 'T')}:00${SHOP_OFFSET}`
      : time,
  z.iso
    .datetime({ offset: true, error: 'Enter a date and a time, such as 2026-12-24T18:00.' })
    .transform((time) => new Date(time).toISOString()),
)

/** Fields of a form for the state. Without a state, a new item is published and an existing item keeps its state. */
export const stateFields = {
  state: { label: 'Status', kind: 'state', schema: optional(ItemState) },
  publishAt: { label: 'Publication time', kind: 'time', schema: optional(PublishAt) },
} as const

/** Fields of the form's data that concern the state. */
export type StateFields = { state?: ItemState; publishAt?: string }

/** Fields of an item that concern its state. */
export const itemStateShape = {
  state: ItemState.meta({
    description: 'Always published in lists for visitors, published or hidden in their responses for a single item',
  }),
  publishAt: z.iso.datetime().nullable().meta({ description: 'Time at which a scheduled item becomes published' }),
  publishedAt: z.iso.datetime().nullable().meta({ description: 'First time at which visitors could open the item' }),
  deletedAt: z.iso.datetime().nullable().meta({ description: 'Time at which the item was moved to the bin' }),
}

/** Filter of the lists of administrators. `bin` selects deleted items, which other filters and the whole list leave out. */
export const StateFilter = z.enum([...ItemState.options, 'bin'])
export type StateFilter = z.infer<typeof StateFilter>
