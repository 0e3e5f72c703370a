import { z } from 'zod'
import { optional } from './item-form.ts'

/**
 * State of a book or an episode. A scheduled item is a draft that is published automatically at its `publishAt`. A hidden item is available
 * at its URL, but lists omit hidden items. A withdrawn item is available to its buyers only.
 */
export const ItemState = z.enum(['draft', 'scheduled', 'published', 'hidden', 'withdrawn'], {
  error: 'Enter draft, scheduled, published, hidden or withdrawn.',
})
export type ItemState = z.infer<typeof ItemState>

/** Text of a time without an offset, which is a clock time in the shop's time zone, as in forms and spreadsheets */
const CLOCK_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/

/** Publication time of a scheduled item: in UTC, or the clock time as YYYY-MM-DDThh:mm:ss. */
const PublishAt = z.preprocess(
  (time) => (typeof time === 'string' && CLOCK_TIME.test(time.trim()) ? time.trim().replace(' ', 'T').padEnd(19, ':00') : time),
  z.iso
    .datetime({ offset: true, local: true, error: 'Enter a date and a time, such as 2026-12-24T18:00.' })
    .transform((time) => (CLOCK_TIME.test(time) ? time : new Date(time).toISOString())),
)

/** Form fields for the state of an item. If omitted, a new item is published and an existing item keeps its state. */
export const stateFields = {
  state: { label: 'Status', kind: 'state', schema: optional(ItemState) },
  publishAt: { label: 'Publication time', kind: 'time', schema: optional(PublishAt) },
} as const

/** Form data for the state of an item. */
export type StateFields = { state?: ItemState; publishAt?: string }

/** Response fields for the state of an item. */
export const itemStateShape = {
  state: ItemState.meta({
    description: 'State of the item. For visitors, always published in lists, and published or hidden in responses for a single item',
  }),
  publishAt: z.iso.datetime().nullable().meta({ description: 'Time at which a scheduled item becomes published' }),
  publishedAt: z.iso.datetime().nullable().meta({ description: 'First time at which visitors could open the item' }),
  deletedAt: z.iso.datetime().nullable().meta({ description: 'Time at which the item was moved to the bin' }),
}

/** Filter for the item lists of administrators. `bin` selects deleted items, which all other lists omit. */
export const StateFilter = z.enum([...ItemState.options, 'bin'])
export type StateFilter = z.infer<typeof StateFilter>
