import { pgTable, smallint, text } from 'drizzle-orm/pg-core'

/** One row: how far the demonstration catalogue is. Once it was removed, or its items deleted one by one, no start brings it back. */
export const demonstration = pgTable('demonstration', {
  id: smallint().primaryKey(),
  state: text().$type<'loading' | 'loaded' | 'removed'>().notNull(),
})
