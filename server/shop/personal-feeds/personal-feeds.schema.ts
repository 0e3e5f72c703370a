import { date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Personal podcast feeds, at most one per browser. The client id and the feed's secret are stored as SHA-256 digests. */
export const personalFeeds = pgTable('personal_feeds', {
  /** Id of the feed, which changes when the URL is replaced */
  id: text().primaryKey(),
  clientDigest: text('client_digest').notNull().unique(),
  secretDigest: text('secret_digest').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Networks from which recordings of a personal feed were downloaded, by day. Networks are stored as 16 bits of a keyed digest, which don't
 * identify them.
 */
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
