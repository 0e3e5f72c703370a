import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createFeedNetworks } from './feed-networks.ts'
import { personalFeedRoutes } from './personal-feeds.routes.ts'
import { createPersonalFeedService, type FeedRecording, type PersonalFeedDeps, type PersonalFeedService } from './personal-feeds.service.ts'
import { createPersonalFeedStore } from './personal-feeds.store.ts'

/** Creates the personal feeds feature: RSS feeds with which podcast apps play the recordings that a browser owns. */
export function openPersonalFeeds<Recording extends FeedRecording>({
  orm,
  keyedDigest,
  urlsFor,
  now,
  bodies,
  ...deps
}: Omit<PersonalFeedDeps<Recording>, 'store' | 'networks'> &
  Pick<Platform, 'orm' | 'keyedDigest' | 'urlsFor' | 'now' | 'bodies'>): Feature & Pick<PersonalFeedService, 'mayHear'> {
  const store = createPersonalFeedStore(orm)
  const networks = createFeedNetworks({ store, keyedDigest, now })
  const feeds = createPersonalFeedService({ ...deps, store, networks })
  return {
    mayHear: feeds.mayHear,
    publicRoutes: [personalFeedRoutes({ feeds, urlsFor, inTurn: bodies.inTurn })],
    jobs: [{ name: 'feed-networks-purge', cron: '37 3 * * *', run: networks.purge }],
  }
}
