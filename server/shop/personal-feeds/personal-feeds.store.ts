import { count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import { personalFeedNetworks, personalFeeds } from './personal-feeds.schema.ts'

/** Maximum number of stored networks per feed and day, which limits the size of the table. */
const MAX_NETWORKS = 100

export type PersonalFeedRow = typeof personalFeeds.$inferSelect
export type PersonalFeedStore = ReturnType<typeof createPersonalFeedStore>

export function createPersonalFeedStore(orm: Orm) {
  // The query is prepared once per connection because it runs for every range request of a recording.
  const findFeed = orm
    .select()
    .from(personalFeeds)
    .where(eq(personalFeeds.id, sql.placeholder('id')))
    .prepare('personal_feed')

  return {
    find: async (id: string): Promise<PersonalFeedRow | undefined> => (await findFeed.execute({ id }))[0],

    findOf: async (clientDigest: string): Promise<PersonalFeedRow | undefined> =>
      (await orm.select().from(personalFeeds).where(eq(personalFeeds.clientDigest, clientDigest)))[0],

    findBySecret: async (secretDigest: string): Promise<PersonalFeedRow | undefined> =>
      (await orm.select().from(personalFeeds).where(eq(personalFeeds.secretDigest, secretDigest)))[0],

    /** Stores a feed that replaces the client's current feed. Concurrent calls store only one feed. */
    replace: (feed: Omit<PersonalFeedRow, 'createdAt'>): Promise<void> =>
      orm.transaction(async (transaction) => {
        await transaction.delete(personalFeeds).where(eq(personalFeeds.clientDigest, feed.clientDigest))
        await transaction.insert(personalFeeds).values(feed).onConflictDoNothing()
      }),

    countOf: (clientDigests: string[]): Promise<number> => orm.$count(personalFeeds, inArray(personalFeeds.clientDigest, clientDigests)),

    remove: async (clientDigests: string[]): Promise<void> => {
      await orm.delete(personalFeeds).where(inArray(personalFeeds.clientDigest, clientDigests))
    },

    /**
     * Adds a network from which recordings of the feed were downloaded. The operation is idempotent and does nothing if the feed was deleted
     * in the meantime.
     */
    addNetwork: async (feedId: string, day: string, network: number): Promise<void> => {
      const known = sql`select count(*) from ${personalFeedNetworks} where feed_id = ${feedId} and day = ${day}`
      await orm.execute(sql`
        insert into ${personalFeedNetworks} (feed_id, day, network)
        select id, ${day}::date, ${network}::int from ${personalFeeds} where id = ${feedId} and (${known}) < ${MAX_NETWORKS}
        for key share on conflict do nothing
      `)
    },

    /** Returns the highest number of networks from which a feed's recordings were downloaded in a single day. */
    countNetworks: async (feedId: string): Promise<number> => {
      const [busiest] = await orm
        .select({ networks: count() })
        .from(personalFeedNetworks)
        .where(eq(personalFeedNetworks.feedId, feedId))
        .groupBy(personalFeedNetworks.day)
        .orderBy(desc(count()))
        .limit(1)
      return busiest?.networks ?? 0
    },

    forgetNetworksBefore: async (day: string): Promise<void> => {
      await orm.delete(personalFeedNetworks).where(lt(personalFeedNetworks.day, day))
    },
  }
}
