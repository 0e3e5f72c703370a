import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What was tried lately, one row for every key that it counts under. */
export const tries = pgTable(
  'tries',
  {
    id: text().notNull(),
    key: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('tries_key').on(table.key, table.at), index('tries_id').on(table.id)],
)
