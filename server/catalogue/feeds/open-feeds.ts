import type { ProductRef } from '#contracts/shop/product.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { atomFeedRoutes } from './atom-feed.routes.ts'
import { createDocuments } from './documents.ts'
import { embedRoutes } from './embed.routes.ts'
import type { FeedSite } from './feed-deps.ts'
import type { FeedCatalogue, FeedRecording, HearablePage } from './feed-items.ts'
import { listHearable } from './list-hearable.ts'
import { oembedRoutes } from './oembed.routes.ts'
import { opdsRoutes } from './opds/opds.routes.ts'
import { podcastFeedPaths, podcastFeedRoutes } from './podcast-feed.routes.ts'
import { type PodcastFeed, type PodcastFeedItem, publicEnclosure, wholeEnclosure, writePodcastFeed } from './podcast-feed.ts'
import { createPodcastGuids } from './podcast-guids.store.ts'

/** Functions to create personal feeds of recordings. */
export type FeedWriter = {
  listHearable: (owned: ProductRef[], page: { limit: number; offset: number }) => Promise<HearablePage<FeedRecording>>
  publicEnclosure: typeof publicEnclosure
  wholeEnclosure: typeof wholeEnclosure
  writePodcastFeed: (feed: PodcastFeed, items: PodcastFeedItem[], urls: SiteUrls) => string
}

type Deps = {
  publicUrl: string | undefined
  catalogue: FeedCatalogue
  site: () => FeedSite
  /** Path of a square JPEG of at least 1400 pixels */
  podcastCover: string
} & Pick<Platform, 'orm' | 'responseCache' | 'urlsFor'>

/** Creates the feeds and documents for podcast apps, news readers, reading apps and other sites. */
export function openFeeds(deps: Deps): Feature & { feeds: FeedWriter } {
  const { orm, responseCache, urlsFor, publicUrl, catalogue, site, podcastCover } = deps
  const guids = createPodcastGuids(orm)
  const shared = { catalogue, site, send: createDocuments(responseCache), urlsFor }
  return {
    feeds: {
      listHearable: (owned, page) => listHearable(catalogue, owned, page),
      publicEnclosure,
      wholeEnclosure,
      writePodcastFeed: (feed, items, urls) => writePodcastFeed(feed, items, { site: site(), urls }),
    },
    siteRoutes: [
      podcastFeedRoutes({ ...shared, guids, cover: podcastCover }),
      ...[atomFeedRoutes, opdsRoutes, oembedRoutes, embedRoutes].map((routes) => routes(shared)),
    ].map(withSlashes),
    startupTasks: publicUrl ? [{ name: 'store podcast feed guids', run: () => guids.keep(podcastFeedPaths(site()), publicUrl) }] : [],
  }
}

/** Redirects the address of each route with a slash at its end, as typed into reading apps, to the address without. */
function withSlashes(routes: (app: App) => Promise<void>) {
  return async (app: App) => {
    app.addHook('onRoute', ({ method, url }) => {
      if (method !== 'GET' || url.endsWith('/')) return
      app.get(`${url}/`, { schema: { hide: true }, config: { bound: { constant: 'a redirect' } } }, (request, reply) => {
        const [path = '', ...query] = request.url.split('?')
        return reply.header('cache-control', 'no-cache').redirect([path.slice(0, -1), ...query].join('?'), 308)
      })
    })
    await routes(app)
  }
}
