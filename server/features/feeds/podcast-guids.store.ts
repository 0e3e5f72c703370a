import { eq } from 'drizzle-orm'
import { v5 as uuidv5 } from 'uuid'
import type { Orm } from '#server/platform/database/database.ts'
import { podcastFeeds } from './podcast-guids.schema.ts'

/** The namespace of the Podcasting 2.0 tag `podcast:guid`. */
const NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

export type PodcastGuids = ReturnType<typeof createPodcastGuids>

/** The `podcast:guid` of the podcast feeds: made of the first address that each had, and kept. */
export function createPodcastGuids(orm: Orm) {
  return {
    /** Of the feed with this path. One that is not kept yet is made of its present address. */
    find: async (path: string, origin: string): Promise<string> => {
      const [row] = await orm.select().from(podcastFeeds).where(eq(podcastFeeds.path, path))
      return row?.guid ?? podcastGuid(origin, path)
    },

    /** Keeps those of feeds that have none yet. `origin` is the configured one, since a visitor could have made up any other. */
    keep: async (paths: string[], origin: string): Promise<void> => {
      await orm
        .insert(podcastFeeds)
        .values(paths.map((path) => ({ path, guid: podcastGuid(origin, path) })))
        .onConflictDoNothing()
    },
  }
}

/** UUIDv5 of the feed's address without its scheme. */
function podcastGuid(origin: string, path: string) {
  return uuidv5(`${new URL(origin).host}${path}`, NAMESPACE)
}
