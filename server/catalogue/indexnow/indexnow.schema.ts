import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Changed pages that search engines are not notified of yet. Written in the transaction that changes the page. */
export const indexNowUrls = pgTable(
  'indexnow_urls',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Path of the page. Each change has a row, so that a change is not lost while an earlier one is being sent */
    path: text().notNull(),
    /** Time when the change is sent or retried */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('indexnow_urls_due').on(table.dueAt)],
)
