import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The `podcast:guid` of each podcast feed, which stays what it was when the site moves to another address. */
export const podcastFeeds = pgTable('podcast_feeds', {
  /** Of the feed on this site, such as `/podcasts/feed.xml` */
  path: text().primaryKey(),
  guid: uuid().notNull(),
})
