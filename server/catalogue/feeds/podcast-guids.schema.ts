import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** `podcast:guid` of each podcast feed, which stays unchanged when the site moves to another domain. */
export const podcastFeeds = pgTable('podcast_feeds', {
  /** Path of the feed on this site, such as `/podcasts/feed.xml` */
  path: text().primaryKey(),
  guid: uuid().notNull(),
})
