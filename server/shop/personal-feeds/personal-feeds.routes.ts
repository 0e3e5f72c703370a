import { z } from 'zod'
import { ClientHeader } from '#contracts/shop/order.ts'
import { PersonalFeedQuery, PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import type { FairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { digest } from '#server/platform/digest.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { PersonalFeedService } from './personal-feeds.service.ts'

const tags = ['purchases']

export function personalFeedRoutes(
  deps: {
    feeds: PersonalFeedService
    inTurn: FairQueue
  } & Pick<Platform, 'urlsFor'>,
) {
  const { feeds, urlsFor, inTurn } = deps
  return async (app: App) => {
    setBound(app, { constant: 'the feed of one browser' })
    app.addHook(
      'onRequest',
      async (_request, reply) => void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
    )

    app.get(
      '/personal-feed',
      {
        schema: {
          tags,
          summary: 'Get the personal feed of this browser',
          headers: ClientHeader,
          response: { 200: PersonalFeedState },
        },
      },
      (request) => feeds.state(request.headers['client-id'], urlsFor(request)),
    )

    app.post(
      '/personal-feed',
      {
        schema: {
          tags,
          summary: 'Create the personal feed of this browser, or replace its URL',
          headers: ClientHeader,
          response: { 200: PersonalFeedState },
          notes: { refuses: [409] },
        },
        config: { bound: 'limited' },
      },
      (request) => feeds.replace(request.headers['client-id'], { urls: urlsFor(request), ip: request.ip }),
    )

    app.delete(
      '/personal-feed',
      { schema: { tags, summary: 'Delete the personal feed of this browser', headers: ClientHeader, response: { 204: z.null() } } },
      (request) => feeds.end(request.headers['client-id']),
    )

    app.delete(
      '/personal-feed/elsewhere',
      {
        schema: {
          tags,
          summary: 'Delete the personal feeds that other browsers created for the same purchases',
          headers: ClientHeader,
          response: { 204: z.null() },
        },
      },
      (request) => feeds.endElsewhere(request.headers['client-id']),
    )

    app.get(
      '/personal-feed.xml',
      {
        schema: {
          tags,
          summary: 'Get the personal feed as RSS',
          querystring: PersonalFeedQuery,
          produces: ['application/rss+xml'],
          response: { 200: z.string(), ...NOT_MODIFIED },
          notes: {
            refuses: [404],
            requestHeaders: { 'If-None-Match': 'ETag of the cached feed' },
            responseHeaders: { 200: { ETag: 'Changes with the feed' } },
          },
        },
        config: { bound: 'in turn' },
      },
      async (request, reply) => {
        const feed = await inTurn(visitorOf(request), () => feeds.read(request.query, urlsFor(request)))
        // The ETag is weak because the response may be compressed.
        const etag = `W/"${digest(feed)}"`
        reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
        if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send(null)
        return reply.type('application/rss+xml; charset=utf-8').send(feed)
      },
    )
  }
}
