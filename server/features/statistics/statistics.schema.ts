import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CountedEvent, CountedKind } from '#contracts/statistics.ts'

const columns = () => ({
  kind: text().$type<CountedKind>().notNull(),
  itemId: text('item_id').notNull(),
  event: text().$type<CountedEvent>().notNull(),
  /** Where visitors of a page came from; empty for other events */
  source: text().notNull(),
  /** How often; for `listened`, seconds */
  count: bigint({ mode: 'number' }).notNull(),
})

/** What was done with items, by day in the shop's time zone. */
export const itemCounts = pgTable('item_counts', { day: date().notNull(), ...columns() }, (table) => [
  primaryKey({ columns: [table.day, table.kind, table.itemId, table.event, table.source] }),
  index('item_counts_item').on(table.kind, table.itemId, table.day),
])

/** The same of days that are long past, summed by month. */
export const monthlyItemCounts = pgTable('item_counts_by_month', { month: date().notNull(), ...columns() }, (table) => [
  primaryKey({ columns: [table.month, table.kind, table.itemId, table.event, table.source] }),
  index('item_counts_by_month_item').on(table.kind, table.itemId, table.month),
])

/** The hosts that are told apart on a day; a limited number, since anybody can make up hosts. */
export const referrerHosts = pgTable('referrer_hosts', { day: date().notNull(), host: text().notNull() }, (table) => [
  primaryKey({ columns: [table.day, table.host] }),
])
