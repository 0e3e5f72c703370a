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

/** Size of the player in pixels. The player shrinks to the width of the embedding page. */
const WIDTH = 640
const HEIGHT = 184
/** Width below which the player can't be used, and a link takes its place, as below its height. */
const LEAST_WIDTH = 200

/** Width and height of an episode's artwork in pixels */
const ARTWORK = 1400

/** Largest size that the embedding page has room for, in pixels */
type Room = { width: number; height: number }
const size = z.coerce.number().int().min(1).max(10_000).optional().catch(undefined)
const CACHE_SECONDS = 24 * 3600

const Query = z.object({
  /** URL of a page of this site */
  url: plainText(500),
  format: plainText(20).default('json'),
  maxwidth: size,
  maxheight: size,
})

/** Routes of oEmbed (oembed.com), with which other sites display a link to an episode or a book: as the player, or title and cover. */
export function oembedRoutes({ catalogue, send, urlsFor, site }: FeedDeps) {
  return async (app: App) => {
    setBound(app, 'cached')
    answerPreflights(app, async () => true)
    app.get('/oembed', { schema: { querystring: Query } }, async (request, reply) => {
      const { url, format, maxwidth, maxheight } = request.query
      if (format !== 'json' && format !== 'xml') throw new ProblemError(501, 'invalid_request', 'The format must be json or xml')
      const urls = urlsFor(request)
      const page = URL.parse(url)
      const [, kind, slug] = /^\/(podcasts|books)\/([a-z0-9-]+)$/.exec(page?.pathname ?? '') ?? []
      if (!page || page.host !== new URL(urls.origin).host || !slug) throw notFound('page to embed')

      const limits = { ...(maxwidth && { maxwidth: String(maxwidth) }), ...(maxheight && { maxheight: String(maxheight) }) }
      const self = documentUrl(urls.origin, request, { url: `/${kind}/${slug}`, format, ...limits })
      const room = { width: maxwidth ?? Number.POSITIVE_INFINITY, height: maxheight ?? Number.POSITIVE_INFINITY }
      return send(request, reply, self, async () => {
        const found =
          kind === 'podcasts'
            ? describeEpisode(await catalogue.viewEpisode(slug), urls, room)
            : describeBook(await catalogue.viewBook(slug), urls, room)
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

function describeEpisode(episode: FeedEpisode, urls: SiteUrls, room: Room): XmlNode {
  const { slug, title, host, artwork, cover } = episode
  const player = escapeHtml(urls.page(`/embed/podcasts/${slug}`))
  const width = Math.min(room.width, WIDTH)
  const isLarge = artwork && room.width >= ARTWORK && room.height >= ARTWORK
  const thumbnail = isLarge
    ? { thumbnail_url: urls.media(artwork.key), thumbnail_width: ARTWORK, thumbnail_height: ARTWORK }
    : describeCover(cover, urls, room)
  if (room.width < LEAST_WIDTH || room.height < HEIGHT) return { type: 'link', title, author_name: host, ...thumbnail }
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

function describeBook({ title, author, cover }: FeedBook, urls: SiteUrls, room: Room): XmlNode {
  return { type: 'link', title, author_name: author, ...describeCover(cover, urls, room) }
}

/** Describes the largest image of a cover for which there is room. */
function describeCover({ sources, width: coverWidth, height: coverHeight }: FeedBook['cover'], urls: SiteUrls, room: Room): XmlNode {
  const heightOf = (width: number) => Math.max(1, Math.round((width * coverHeight) / coverWidth))
  const fits = ({ type, width }: { type: string; width: number }) =>
    type === 'image/webp' && width <= room.width && heightOf(width) <= room.height
  const picture = sources.findLast(fits)
  if (!picture) return {}
  return { thumbnail_url: urls.media(picture.path), thumbnail_width: picture.width, thumbnail_height: heightOf(picture.width) }
}
