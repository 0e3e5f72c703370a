import { pgTable, smallint, text } from 'drizzle-orm/pg-core'

/**
 * Single row with the state of the demonstration catalogue. After the catalogue was removed, or its items were deleted one by one, no start
 * loads it again.
 */
export const demonstration = pgTable('demonstration', {
  id: smallint().primaryKey(),
  state: text().$type<'loading' | 'loaded' | 'removed'>().notNull(),
})
