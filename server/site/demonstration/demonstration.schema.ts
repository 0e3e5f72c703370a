import { pgTable, smallint, text } from 'drizzle-orm/pg-core'

/**
 * State of the demonstration catalogue, in a single row. Once the catalogue was removed, or its items were deleted one by one, it is not
 * loaded again at startup.
 */
export const demonstration = pgTable('demonstration', {
  id: smallint().primaryKey(),
  state: text().$type<'loading' | 'loaded' | 'removed'>().notNull(),
})
