import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Changed pages that search engines have not been notified of. Rows are written in the transaction that changes a page. */
export const indexNowUrls = pgTable(
  'indexnow_urls',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Path of the page. Each change has a row, so that a change is not lost while an earlier change is being sent */
    path: text().notNull(),
    /** Time at which the notification is sent or retried */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('indexnow_urls_due').on(table.dueAt)],
)
