import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProductRef } from '#contracts/shop/product.ts'
import { PreviewLink, PreviewStart, PreviewToken } from '#contracts/site/site-sections.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { PREVIEW_COOKIE } from '#server/platform/response-cache/response-cache.ts'
import type { Previews } from './previews.ts'

const tags = ['site']

const PAGES: Record<ProductRef['product'], string> = { book: '/books', podcast: '/podcasts' }

/** Registers the routes that start and end a preview in a browser. */
export function previewRoutes(deps: { previews: Pick<Previews, 'verify'> } & Pick<Platform, 'cookieAttributes' | 'now'>) {
  const { previews, cookieAttributes, now } = deps
  const cookieOf = (request: FastifyRequest) => ({ ...cookieAttributes(request), path: '/' })
  const done = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

  return async (app: App) => {
    app.post(
      '/site/preview',
      {
        schema: {
          tags,
          summary: 'Start the preview of a preview link in this browser; 403 if the link is invalid or expired',
          body: PreviewToken,
          response: { 200: PreviewStart },
          notes: { refuses: [403] },
        },
        config: { bound: { constant: 'a signature' } },
      },
      async (request, reply) => {
        const { token } = request.body
        const preview = previews.verify(token)
        if (!preview) throw new ProblemError(403, 'forbidden', 'This preview link is not valid or has expired')
        const maxAge = Math.ceil((preview.expiresAt.getTime() - now().getTime()) / 1000)
        reply.setCookie(PREVIEW_COOKIE, token, { ...cookieOf(request), maxAge })
        const { item } = preview
        return done(reply).send({ path: item ? `${PAGES[item.product]}/${encodeURIComponent(item.productId)}` : '/' })
      },
    )

    app.post(
      '/site/preview/end',
      {
        // The route is hidden from the API description because only the preview bar on the pages uses it.
        schema: { hide: true },
        config: { bound: { constant: 'a header' } },
      },
      async (request, reply) => {
        reply.clearCookie(PREVIEW_COOKIE, cookieOf(request))
        return done(reply).redirect('/', 303)
      },
    )
  }
}

export type CreatePreviewLink = ReturnType<typeof createPreviewLinks>

export function createPreviewLinks({ previews, urlsFor }: { previews: Pick<Previews, 'sign'> } & Pick<Platform, 'urlsFor'>) {
  return (request: FastifyRequest, item?: ProductRef): PreviewLink => {
    const { token, expiresAt } = previews.sign(item)
    // The token is in the URL fragment, which browsers never send to servers and which is never logged.
    return { url: `${urlsFor(request).page('/preview')}#${token}`, expiresAt: expiresAt.toISOString() }
  }
}

export function previewLinkRoutes(createLink: CreatePreviewLink) {
  return async (app: App) => {
    app.post(
      '/site/preview-links',
      {
        schema: { tags, summary: 'Create a link to a preview of all drafts of the site', response: { 200: PreviewLink } },
        config: { recentPassword: false },
      },
      async (request) => createLink(request),
    )
  }
}
