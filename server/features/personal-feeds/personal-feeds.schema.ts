import { date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** The personal feeds of browsers, at most one each. Both secrets are stored as their SHA-256. */
export const personalFeeds = pgTable('personal_feeds', {
  /** Changes when the address is replaced */
  id: text().primaryKey(),
  clientDigest: text('client_digest').notNull().unique(),
  secretDigest: text('secret_digest').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** From how many networks episodes were fetched on a day. A network can't be told from its 16 bits of a keyed digest. */
export const personalFeedNetworks = pgTable(
  'personal_feed_networks',
  {
    feedId: text('feed_id')
      .notNull()
      .references(() => personalFeeds.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    network: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.day, table.network] })],
)
