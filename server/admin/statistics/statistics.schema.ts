import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CountedEvent, CountedKind } from '#contracts/admin/statistics.ts'

const columns = () => ({
  kind: text().$type<CountedKind>().notNull(),
  itemId: text('item_id').notNull(),
  event: text().$type<CountedEvent>().notNull(),
  /** Source of a page view; empty for other events */
  source: text().notNull(),
  /** Number of events, or of seconds for `listened` */
  count: bigint({ mode: 'number' }).notNull(),
})

/** Counts of item events, by day in the shop's time zone. */
export const itemCounts = pgTable('item_counts', { day: date().notNull(), ...columns() }, (table) => [
  primaryKey({ columns: [table.day, table.kind, table.itemId, table.event, table.source] }),
  index('item_counts_item').on(table.kind, table.itemId, table.day),
])

/** Counts of item events on older days, summed by month. */
export const monthlyItemCounts = pgTable('item_counts_by_month', { month: date().notNull(), ...columns() }, (table) => [
  primaryKey({ columns: [table.month, table.kind, table.itemId, table.event, table.source] }),
  index('item_counts_by_month_item').on(table.kind, table.itemId, table.month),
])

/** Referrer hosts with separate counts per day; limited, since anybody can invent hosts. */
export const referrerHosts = pgTable('referrer_hosts', { day: date().notNull(), host: text().notNull() }, (table) => [
  primaryKey({ columns: [table.day, table.host] }),
])
