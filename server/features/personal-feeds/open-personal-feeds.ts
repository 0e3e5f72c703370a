import type { FastifyRequest } from 'fastify'
import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import { createFeedNetworks } from './feed-networks.ts'
import { personalFeedRoutes } from './personal-feeds.routes.ts'
import { createPersonalFeedService, type FeedEpisode, type PersonalFeedDeps, type SiteUrls } from './personal-feeds.service.ts'
import { createPersonalFeedStore } from './personal-feeds.store.ts'

/** Opens the personal feeds, by which podcast apps play what a browser owns. */
export function openPersonalFeeds<Episode extends FeedEpisode, Urls extends SiteUrls>({
  orm,
  keyedDigest,
  siteOrigin,
  publicApiUrl,
  urlsFor,
  now,
  bodies,
  ...deps
}: Omit<PersonalFeedDeps<Episode, Urls>, 'store' | 'networks'> & {
  orm: Orm
  keyedDigest: (text: string) => Buffer
  /** The origin under which a visitor reaches the site */
  siteOrigin: (request: FastifyRequest) => string
  /** Where the API is reached, if not below that origin */
  publicApiUrl: string | undefined
  /** What the feeds feature makes URLs with */
  urlsFor: (request: FastifyRequest) => Urls
  now: () => Date
  bodies: Pick<SharedBodies, 'inTurn'>
}) {
  const store = createPersonalFeedStore(orm)
  const networks = createFeedNetworks({ store, keyedDigest, now })
  const feeds = createPersonalFeedService({ ...deps, store, networks })
  const siteOf = (request: FastifyRequest) => ({
    apiUrl: publicApiUrl ?? `${siteOrigin(request)}/api`,
    urls: urlsFor(request),
  })
  return {
    mayHear: feeds.mayHear,
    publicRoutes: [personalFeedRoutes({ feeds, siteOf, inTurn: bodies.inTurn })],
    jobs: [{ name: 'feed-networks-purge', cron: '37 3 * * *', run: networks.purge }],
  } satisfies Feature & Pick<typeof feeds, 'mayHear'>
}
