import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Completed backups of this site. This table is not part of a backup, so a restored site starts with an empty list. */
export const backups = pgTable('backups', {
  finishedAt: timestamp('finished_at', { withTimezone: true }).primaryKey().defaultNow(),
  version: text().notNull(),
  files: integer().notNull(),
  /** Size of the rows and files in the archive */
  bytes: bigint({ mode: 'number' }).notNull(),
})
