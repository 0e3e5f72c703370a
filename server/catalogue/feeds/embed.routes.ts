import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'
import { paletteOf } from '#contracts/site/palette.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { documentUrl } from '#server/platform/site-urls.ts'
import { embedPolicy, writeEmbedPage, writeMissingEmbed } from './embed-page.ts'
import type { FeedDeps } from './feed-deps.ts'

const Params = z.object({ slug: plainText(100).min(1) })

/** Creates the routes of the embedded player, the only document of the site that other sites may frame. */
export function embedRoutes({ catalogue, send, urlsFor, site }: FeedDeps) {
  return async (app: App) => {
    setBound(app, 'cached')
    app.get('/embed/podcasts/:slug', { schema: { params: Params } }, async (request, reply) => {
      const urls = urlsFor(request)
      const { brand } = site()
      const context = { urls, brand: brand.name, palette: paletteOf(brand) }
      const headers = { 'content-security-policy': embedPolicy(context) }
      reply.removeHeader('x-frame-options')
      try {
        return await send(request, reply, documentUrl(urls.origin, request), async () => ({
          type: 'text/html',
          body: writeEmbedPage(await catalogue.viewEpisode(request.params.slug), context),
          headers,
        }))
      } catch (error) {
        if (!(error instanceof ProblemError) || ![404, 410].includes(error.status)) throw error
        return reply.code(error.status).headers(headers).type('text/html; charset=utf-8').send(writeMissingEmbed(context))
      }
    })
  }
}
