import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Where the buyer is in a book, by the order that it was bought with: all browsers that hold the order share it. */
export const readingPlaces = pgTable('reading_places', {
  orderId: text('order_id').primaryKey(),
  page: integer().notNull(),
  /** The place in the flowing text; null for who reads the pages */
  part: integer(),
  block: integer(),
  characters: integer(),
  savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
})
