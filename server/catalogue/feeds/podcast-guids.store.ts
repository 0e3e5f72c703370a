import { eq } from 'drizzle-orm'
import { v5 as uuidv5 } from 'uuid'
import type { Orm } from '#server/platform/database/database.ts'
import { podcastFeeds } from './podcast-guids.schema.ts'

/** Namespace UUID that the Podcasting 2.0 specification defines for `podcast:guid`. */
const NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

export type PodcastGuids = ReturnType<typeof createPodcastGuids>

/** Creates the store of each feed's `podcast:guid`, which is derived from the first URL of the feed and then stored. */
export function createPodcastGuids(orm: Orm) {
  return {
    /** Returns the guid of the feed with the given path. A guid that is not stored yet is derived from the current URL. */
    find: async (path: string, origin: string): Promise<string> => {
      const [row] = await orm.select().from(podcastFeeds).where(eq(podcastFeeds.path, path))
      return row?.guid ?? podcastGuid(origin, path)
    },

    /**
     * Stores the guids of feeds that have no stored guid yet. `origin` comes from the settings, since visitors can forge the origin of a
     * request.
     */
    keep: async (paths: string[], origin: string): Promise<void> => {
      await orm
        .insert(podcastFeeds)
        .values(paths.map((path) => ({ path, guid: podcastGuid(origin, path) })))
        .onConflictDoNothing()
    },
  }
}

/** Returns the UUIDv5 of the feed URL without its scheme. */
function podcastGuid(origin: string, path: string) {
  return uuidv5(`${new URL(origin).host}${path}`, NAMESPACE)
}
