import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Reading positions of buyers, by order: all browsers with access to an order share a position. */
export const readingPositions = pgTable('reading_places', {
  orderId: text('order_id').primaryKey(),
  page: integer().notNull(),
  /** Part of the reflowable text; null when the buyer reads page images */
  part: integer(),
  block: integer(),
  characters: integer(),
  /** First words at the position in the text, or words of the page when the buyer reads page images */
  words: text(),
  /** Beginning of the key of the file in which the buyer was; null for positions of earlier versions */
  edition: text(),
  /** Time at which the reader moved to the position, by the clock of the database */
  actedAt: timestamp('acted_at', { withTimezone: true }).notNull().defaultNow(),
  savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
})
