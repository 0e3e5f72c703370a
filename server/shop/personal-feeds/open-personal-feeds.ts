import type { FastifyRequest } from 'fastify'
import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { createFeedNetworks } from './feed-networks.ts'
import { personalFeedRoutes } from './personal-feeds.routes.ts'
import { createPersonalFeedService, type FeedEpisode, type PersonalFeedDeps } from './personal-feeds.service.ts'
import { createPersonalFeedStore } from './personal-feeds.store.ts'

/** Opens the personal feeds feature: RSS feeds with which podcast apps play the episodes that a browser owns. */
export function openPersonalFeeds<Episode extends FeedEpisode>({
  orm,
  keyedDigest,
  urlsFor,
  now,
  bodies,
  ...deps
}: Omit<PersonalFeedDeps<Episode>, 'store' | 'networks'> & {
  orm: Orm
  keyedDigest: (text: string) => Buffer
  urlsFor: (request: FastifyRequest) => SiteUrls
  now: () => Date
  bodies: Pick<SharedBodies, 'inTurn'>
}) {
  const store = createPersonalFeedStore(orm)
  const networks = createFeedNetworks({ store, keyedDigest, now })
  const feeds = createPersonalFeedService({ ...deps, store, networks })
  return {
    mayHear: feeds.mayHear,
    publicRoutes: [personalFeedRoutes({ feeds, urlsFor, inTurn: bodies.inTurn })],
    jobs: [{ name: 'feed-networks-purge', cron: '37 3 * * *', run: networks.purge }],
  } satisfies Feature & Pick<typeof feeds, 'mayHear'>
}
