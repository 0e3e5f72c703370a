import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'

export const CountedKind = z.enum(['book', 'podcast', 'author'])
export type CountedKind = z.infer<typeof CountedKind>

/**
 * Counted events of an item: page viewed; opened for reading or listening; preview opened; last page or nine tenths of the recording
 * reached; seconds listened.
 */
export const CountedEvent = z.enum(['viewed', 'opened', 'previewed', 'finished', 'listened'])
export type CountedEvent = z.infer<typeof CountedEvent>

/** Maximum duration in one listening report, in seconds. Players split longer durations into several reports. */
const MAX_LISTENED_SECONDS = 600

/** Event report of a browser, without an identifier of the visitor. */
export const EventReport = z.object({
  event: CountedEvent,
  seconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LISTENED_SECONDS)
    .optional()
    .meta({ description: 'Number of seconds listened; only for the event listened' }),
})

/** Referrer of views that came from other pages of the site, in the statistics. Unlike host names, this name contains no dot. */
export const OWN_PAGES = 'site'
export const UNKNOWN_SOURCE = 'none'
export const OTHER_SOURCES = 'others'

const Day = z.iso.date()
export const StatisticsQuery = z.object({
  from: Day.optional().meta({ description: 'First day of the period; by default the first day with statistics' }),
  to: Day.optional().meta({ description: 'Last day of the period; by default today' }),
})
export type StatisticsQuery = z.infer<typeof StatisticsQuery>

export const ITEM_SORTS = ['viewed', 'opened', 'finished', 'listenedSeconds', 'bought'] as const
export const ItemStatisticsQuery = StatisticsQuery.extend({ sort: z.enum(ITEM_SORTS).default('viewed'), kind: CountedKind.optional() })
export type ItemStatisticsQuery = z.infer<typeof ItemStatisticsQuery>

export const CountedItem = z.object({ kind: CountedKind, id: plainText(100).min(1) })
export type CountedItem = z.infer<typeof CountedItem>

const Counts = z.object({
  viewed: z.int().meta({ description: 'Number of page views' }),
  opened: z.int().meta({ description: 'Number of times the item was opened' }),
  previewed: z.int().meta({ description: 'Number of times the preview was opened' }),
  finished: z.int().meta({ description: 'Number of times the last page, or nine tenths of the recording, was reached' }),
  listenedSeconds: z.int(),
  bought: z.int().meta({
    description:
      'Payments of the period, including those refunded since. Visitors are not tracked, so buyers and counted views may be different people',
  }),
})
export type Counts = z.infer<typeof Counts>

const Source = z.object({
  source: z
    .string()
    .meta({ description: `Referring host; ${OWN_PAGES}: another page of this site; ${UNKNOWN_SOURCE}: unknown; ${OTHER_SOURCES}` }),
  viewed: z.int(),
})

const CountsOfTime = Counts.extend({
  time: z.string().meta({ description: 'Date (YYYY-MM-DD) or month (YYYY-MM) in the shop’s time zone' }),
})
export type CountsOfTime = z.infer<typeof CountsOfTime>

const Report = z.object({
  unit: z
    .enum(['day', 'month'])
    .meta({ description: 'Unit of time of the counts: months when the period is longer than a quarter, otherwise days' }),
  from: z.string().nullable().meta({ description: 'First day of the period; null when nothing has been counted yet' }),
  to: z.string(),
  total: Counts,
  times: z.array(CountsOfTime).meta({ description: 'Counts in ascending order of time; days or months without counts are omitted' }),
  sources: z.array(Source).meta({ description: 'Referrers by number of views, descending' }),
})

/** Statistics of all items in a period, with totals by item. */
export const Statistics = Report.extend({
  items: z
    .array(
      Counts.extend({
        kind: CountedKind,
        id: z.string(),
        title: z.string().nullable().meta({ description: 'Title of the item; null for a deleted item' }),
      }),
    )
    .meta({ description: 'First 100 items in the requested order' }),
})
export type Statistics = z.infer<typeof Statistics>

/** Statistics of one item in a period. */
export const ItemStatistics = Report.extend({ title: z.string() })
export type ItemStatistics = z.infer<typeof ItemStatistics>
