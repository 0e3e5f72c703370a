import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The `podcast:guid` of each podcast feed, which stays the same when the site moves to another address. */
export const podcastFeeds = pgTable('podcast_feeds', {
  /** Path of the feed on this site, such as `/podcasts/feed.xml` */
  path: text().primaryKey(),
  guid: uuid().notNull(),
})
