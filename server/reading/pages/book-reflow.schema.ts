import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { BookFlow, FlowBlock } from '#contracts/reading/book-reflow.ts'
import { bookPageSets } from './book-pages.schema.ts'

/** Reflowable text of a file: one row, also when the file has none. */
export const bookFlows = pgTable('book_flows', {
  fileKey: text('file_key')
    .primaryKey()
    .references(() => bookPageSets.fileKey, { onDelete: 'cascade' }),
  /** Rows of other versions are created again */
  edition: integer().notNull(),
  /** Null when the extracted text is not good enough */
  flow: jsonb().$type<BookFlow>(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
})

export const bookFlowParts = pgTable(
  'book_flow_parts',
  {
    fileKey: text('file_key')
      .notNull()
      .references(() => bookFlows.fileKey, { onDelete: 'cascade' }),
    /** 1-based */
    part: integer().notNull(),
    blocks: jsonb().$type<FlowBlock[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileKey, table.part] })],
)
