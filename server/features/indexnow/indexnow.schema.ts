import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Changes of pages that search engines are still to be told of. Written in the transaction that changes the page. */
export const indexNowUrls = pgTable(
  'indexnow_urls',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The path of the page; each change has a row, so that a change while the one before is being sent is not lost */
    path: text().notNull(),
    /** When it is sent, or sent again */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('indexnow_urls_due').on(table.dueAt)],
)
