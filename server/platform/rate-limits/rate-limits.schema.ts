import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Recent attempts, one row for every key that an attempt is counted under. */
export const countedAttempts = pgTable(
  'tries',
  {
    id: text().notNull(),
    key: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time from which no rate limit counts the attempt, so that the row can be deleted */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull().default(sql`now() + interval '1 hour'`),
  },
  (table) => [index('tries_key').on(table.key, table.at), index('tries_id').on(table.id)],
)
