import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CURSOR } from '#contracts/common/list.ts'
import { podcastTitle } from '#contracts/site/podcast-title.ts'
import { allowAnyOrigin, answerPreflights } from '#server/platform/http/any-origin.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound } from '#server/platform/problems.ts'
import { documentUrl } from '#server/platform/site-urls.ts'
import type { FeedDeps, FeedSite } from './feed-deps.ts'
import { publicEnclosure, writePodcastFeed } from './podcast-feed.ts'
import type { PodcastGuids } from './podcast-guids.store.ts'

/** Number of episodes per feed page. Podcast apps display the first page, and few apps request a second one. */
const EPISODES = 300
const WHOLE_FEED = '/podcasts/feed.xml'
const COVER_SECONDS = 24 * 3600

/** Query of a podcast feed. An invalid cursor counts as missing, so that the feed starts at its first page. */
export const FeedQuery = z.object({ cursor: z.string().regex(CURSOR).optional().catch(undefined) })
const FeedFile = z.object({ file: z.string() })

const categoryFeed = (slug: string) => `/podcasts/feed/${slug}.xml`

export function podcastFeedPaths({ programs }: FeedSite): string[] {
  return [WHOLE_FEED, ...programs.map(({ slug }) => categoryFeed(slug))]
}

/**
 * Creates the routes of the podcast feed of all episodes, of a feed for each category, and of the cover image.
 * @param cover path of a square JPEG
 */
export function podcastFeedRoutes({ catalogue, send, urlsFor, site, guids, cover }: FeedDeps & { guids: PodcastGuids; cover: string }) {
  async function sendFeed(request: FastifyRequest, reply: FastifyReply, program?: FeedSite['programs'][number]) {
    const { cursor } = request.query as z.infer<typeof FeedQuery>
    const { podcast } = site()
    const title = podcastTitle(site())
    const urls = urlsFor(request)
    const self = documentUrl(urls.origin, request, { cursor })
    return send(request, reply, self, async () => {
      const page = await catalogue.listEpisodes({
        limit: EPISODES,
        cursor,
        category: program?.categories.join(','),
        free: podcast.priced === 'hidden',
      })
      const feed = {
        selfUrl: self.href,
        firstUrl: documentUrl(urls.origin, request).href,
        nextUrl: page.next && documentUrl(urls.origin, request, { cursor: page.next }).href,
        title: program ? `${title}: ${program.title}` : title,
        description: podcast.description,
        guid: await guids.find(self.pathname, urls.origin),
      }
      const episodes = page.items.map((recording) => ({ recording, enclosure: publicEnclosure(recording, urls) }))
      return { type: 'application/rss+xml', body: writePodcastFeed(feed, episodes, { site: site(), urls }) }
    })
  }

  return async (app: App) => {
    setBound(app, 'cached')
    answerPreflights(app, async () => true)
    app.get(WHOLE_FEED, { schema: { querystring: FeedQuery } }, (request, reply) => sendFeed(request, reply))

    app.get('/podcasts/feed/:file', { schema: { params: FeedFile, querystring: FeedQuery } }, (request, reply) => {
      const program = site().programs.find(({ slug }) => `${slug}.xml` === request.params.file)
      if (!program) throw notFound('feed')
      return sendFeed(request, reply, program)
    })

    const picture = await readFile(cover)
    app.get('/podcasts/cover.jpg', { config: { bound: { constant: 'a picture in memory' }, servedWhenBusy: true } }, (_request, reply) => {
      allowAnyOrigin(reply)
      return reply
        .headers({ 'cache-control': `public, max-age=${COVER_SECONDS}`, 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/jpeg')
        .send(picture)
    })
  }
}
