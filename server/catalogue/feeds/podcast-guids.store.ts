import { eq } from 'drizzle-orm'
import { v5 as uuidv5 } from 'uuid'
import type { Orm } from '#server/platform/database/database.ts'
import { podcastFeeds } from './podcast-guids.schema.ts'

/** The namespace of the Podcasting 2.0 tag `podcast:guid`. */
const NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

export type PodcastGuids = ReturnType<typeof createPodcastGuids>

/** Store of the `podcast:guid` of podcast feeds: derived from the first address of each feed, then stored. */
export function createPodcastGuids(orm: Orm) {
  return {
    /** Returns the guid of the feed with this path. A guid that is not stored yet is derived from the current address. */
    find: async (path: string, origin: string): Promise<string> => {
      const [row] = await orm.select().from(podcastFeeds).where(eq(podcastFeeds.path, path))
      return row?.guid ?? podcastGuid(origin, path)
    },

    /** Stores the guids of feeds that have none yet. `origin` is the configured one, since a visitor could make up any other. */
    keep: async (paths: string[], origin: string): Promise<void> => {
      await orm
        .insert(podcastFeeds)
        .values(paths.map((path) => ({ path, guid: podcastGuid(origin, path) })))
        .onConflictDoNothing()
    },
  }
}

/** Returns the UUIDv5 of the feed's address without its scheme. */
function podcastGuid(origin: string, path: string) {
  return uuidv5(`${new URL(origin).host}${path}`, NAMESPACE)
}
