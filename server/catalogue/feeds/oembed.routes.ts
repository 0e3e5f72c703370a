import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { answerPreflights } from '#server/platform/http/any-origin.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import { documentUrl, type SiteUrls } from '#server/platform/site-urls.ts'
import { writeXml, type XmlNode } from '#server/platform/xml/write-xml.ts'
import type { FeedDeps } from './feed-deps.ts'
import type { FeedBook, FeedEpisode } from './feed-items.ts'

/** Width of the player in pixels. The player shrinks to the width of the embedding page. */
const WIDTH = 640
const HEIGHT = 184
const CACHE_SECONDS = 24 * 3600

const Query = z.object({
  /** URL of a page of this site */
  url: plainText(500),
  format: plainText(20).default('json'),
  maxwidth: z.coerce.number().int().min(200).max(10_000).optional().catch(undefined),
})

/** Routes of oEmbed (oembed.com), with which other sites display a link to an episode or a book: as the player, or title and cover. */
export function oembedRoutes({ catalogue, send, urlsFor, site }: FeedDeps) {
  return async (app: App) => {
    setBound(app, 'cached')
    answerPreflights(app, async () => true)
    app.get('/oembed', { schema: { querystring: Query } }, async (request, reply) => {
      const { url, format, maxwidth } = request.query
      if (format !== 'json' && format !== 'xml') throw new ProblemError(501, 'invalid_request', 'The format must be json or xml')
      const urls = urlsFor(request)
      const page = URL.parse(url)
      const [, kind, slug] = /^\/(podcasts|books)\/([a-z0-9-]+)$/.exec(page?.pathname ?? '') ?? []
      if (!page || page.host !== new URL(urls.origin).host || !slug) throw notFound('page to embed')

      const width = maxwidth && Math.min(maxwidth, WIDTH)
      const self = documentUrl(urls.origin, request, { url: `/${kind}/${slug}`, format, ...(width && { maxwidth: String(width) }) })
      return send(request, reply, self, async () => {
        const found =
          kind === 'podcasts'
            ? describeEpisode(await catalogue.viewEpisode(slug), { urls, width: width ?? WIDTH })
            : describeBook(await catalogue.viewBook(slug), urls)
        const answer = {
          version: '1.0',
          provider_name: site().brand.name,
          provider_url: urls.page('/'),
          cache_age: CACHE_SECONDS,
          ...found,
        }
        return format === 'xml'
          ? { type: 'text/xml', body: writeXml({ oembed: answer }) }
          : { type: 'application/json', body: JSON.stringify(answer) }
      })
    })
  }
}

function describeEpisode({ slug, title, host, artwork }: FeedEpisode, { urls, width }: { urls: SiteUrls; width: number }): XmlNode {
  const player = escapeHtml(urls.page(`/embed/podcasts/${slug}`))
  const thumbnail = artwork && { thumbnail_url: urls.media(artwork.key), thumbnail_width: 1400, thumbnail_height: 1400 }
  return {
    type: 'rich',
    title,
    author_name: host,
    ...thumbnail,
    html: `<iframe src="${player}" width="${width}" height="${HEIGHT}" title="${escapeHtml(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    width,
    height: HEIGHT,
  }
}

function describeBook({ title, author, cover }: FeedBook, urls: SiteUrls): XmlNode {
  const picture = cover.sources.findLast(({ type }) => type === 'image/webp')
  return {
    type: 'link',
    title,
    author_name: author,
    ...(picture && {
      thumbnail_url: urls.media(picture.path),
      thumbnail_width: picture.width,
      thumbnail_height: Math.max(1, Math.round((picture.width * cover.height) / cover.width)),
    }),
  }
}
