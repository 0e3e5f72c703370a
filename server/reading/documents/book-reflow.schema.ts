import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { bookPageManifests } from './book-pages.schema.ts'

/** Reflowable text of files: one row per file, even if the file has no reflowable text. */
export const bookReflows = pgTable('book_flows', {
  fileKey: text('file_key')
    .primaryKey()
    .references(() => bookPageManifests.fileKey, { onDelete: 'cascade' }),
  /** Version of the reflowable text. Rows of other versions are created again */
  edition: integer().notNull(),
  /** Parts of the reflowable text; null when the extracted text is not good enough */
  flow: jsonb().$type<BookReflow>(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
})

export const bookReflowParts = pgTable(
  'book_flow_parts',
  {
    fileKey: text('file_key')
      .notNull()
      .references(() => bookReflows.fileKey, { onDelete: 'cascade' }),
    /** 1-based */
    part: integer().notNull(),
    blocks: jsonb().$type<ReflowBlock[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileKey, table.part] })],
)
