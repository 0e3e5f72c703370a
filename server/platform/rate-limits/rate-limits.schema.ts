import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What was tried lately, one row for every key that it counts under. */
export const countedAttempts = pgTable(
  'tries',
  {
    id: text().notNull(),
    key: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it counts under no limit any more, and can be removed */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull().default(sql`now() + interval '1 hour'`),
  },
  (table) => [index('tries_key').on(table.key, table.at), index('tries_id').on(table.id)],
)
