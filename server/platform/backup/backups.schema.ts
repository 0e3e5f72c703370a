import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Completed backups. Not part of a backup: a restored site has none of its own. */
export const backups = pgTable('backups', {
  finishedAt: timestamp('finished_at', { withTimezone: true }).primaryKey().defaultNow(),
  version: text().notNull(),
  files: integer().notNull(),
  /** Size of the rows and files in the archive */
  bytes: bigint({ mode: 'number' }).notNull(),
})
