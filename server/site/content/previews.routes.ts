import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PreviewLink, PreviewToken } from '#contracts/site/site-sections.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { PREVIEW_COOKIE } from '#server/platform/response-cache/response-cache.ts'
import type { Previews } from './previews.ts'

const tags = ['site']

type Deps = { previews: Previews } & Pick<Platform, 'urlsFor' | 'cookieAttributes' | 'now'>

/** Starts and ends the preview of unpublished changes in a browser. */
export function previewRoutes({ previews, cookieAttributes, now }: Deps) {
  const cookieOf = (request: FastifyRequest) => ({ ...cookieAttributes(request), path: '/' })
  const done = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

  return async (app: App) => {
    app.post(
      '/site/preview',
      {
        schema: {
          tags,
          summary: 'Start the preview of a preview link in this browser; 403 when the link is not valid or has expired',
          body: PreviewToken,
          response: { 204: z.null() },
          notes: { refuses: [403] },
        },
        config: { bound: { constant: 'a signature' } },
      },
      async (request, reply) => {
        const { token } = request.body
        const expiresAt = previews.verify(token)
        if (!expiresAt) throw new ProblemError(403, 'forbidden', 'This preview link is not valid or has expired')
        const maxAge = Math.ceil((expiresAt.getTime() - now().getTime()) / 1000)
        reply.setCookie(PREVIEW_COOKIE, token, { ...cookieOf(request), maxAge })
        return done(reply).code(204).send(null)
      },
    )

    app.post(
      '/site/preview/end',
      {
        // For the form of the bar on the pages.
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

export function previewLinkRoutes({ previews, urlsFor }: Deps) {
  return async (app: App) => {
    app.post(
      '/site/preview-links',
      { schema: { tags, summary: 'Create a link to a preview of all drafts on the pages', response: { 200: PreviewLink } } },
      async (request) => {
        const { token, expiresAt } = previews.sign()
        // In the fragment, which no server and no log receives.
        return { url: `${urlsFor(request).page('/preview')}#${token}`, expiresAt: expiresAt.toISOString() }
      },
    )
  }
}
