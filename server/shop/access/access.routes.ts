import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { COOKIE_DAYS } from '#contracts/admin/retention.ts'
import { BookDetails } from '#contracts/catalogue/book.ts'
import { ItemDetails } from '#contracts/catalogue/item.ts'
import { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { CookieName } from '#contracts/common/browser-storage.ts'
import { ItemId } from '#contracts/common/list.ts'
import { ClientId, ClientIdResponse, NextActionRequest, NextActionResponse, OwnedItems } from '#contracts/shop/access.ts'
import { ClientHeader } from '#contracts/shop/order.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AccessService } from './access.service.ts'
import type { ClientIdService } from './client-ids.ts'

const tags = ['access']

const OWNED: Record<ProductKind, { path: string; item: z.ZodType }> = {
  book: { path: '/owned-items/books/:id', item: BookDetails.extend(ItemDetails.shape) },
  podcast: { path: '/owned-items/podcasts/:id', item: PodcastDetails.extend(ItemDetails.shape) },
}

/** Name of the client id cookie without TLS. Cookies are used because browsers may delete storage written by scripts. */
const PLAIN_COOKIE: CookieName = 'clientID'
/** Cookie over TLS. Neither sites of the same domain nor unencrypted connections can set a cookie with this prefix. */
const HOST_COOKIE: CookieName = '__Host-clientID'
const COOKIE_SECONDS = COOKIE_DAYS * 24 * 3600

/** Returns the client id from the cookie that no other site can plant, where there is one. */
export function cookieOf({ cookies }: FastifyRequest, { secure }: Pick<ReturnType<Platform['cookieAttributes']>, 'secure'>) {
  return ClientId.safeParse(cookies[secure ? HOST_COOKIE : PLAIN_COOKIE]).data
}

type Deps = {
  access: AccessService
  clientIds: Pick<ClientIdService, 'identify'>
} & Pick<Platform, 'origins' | 'urlsFor' | 'cookieAttributes'>

export function accessRoutes(deps: Deps) {
  const { access, clientIds, origins, urlsFor, cookieAttributes } = deps
  return async (app: App) => {
    app.post(
      '/get-client-id',
      {
        schema: {
          tags,
          summary: 'Get the client id of this browser',
          response: { 200: ClientIdResponse },
          notes: {
            responseHeaders: { 200: { 'Set-Cookie': 'Cookie with the client id, for browsers that delete storage written by scripts' } },
          },
        },
        config: { bound: 'in turn' },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const plain = ClientId.safeParse(request.cookies[PLAIN_COOKIE]).data
        const options = { maxAge: COOKIE_SECONDS, ...cookieAttributes(request) }
        const own = cookieOf(request, options)
        const { clientId, isKnown } = await clientIds.identify({ own, ...(options.secure && { plain }) })
        if (options.secure) {
          reply.setCookie(HOST_COOKIE, clientId, { ...options, path: '/' })
          if (request.cookies[PLAIN_COOKIE] !== undefined) reply.clearCookie(PLAIN_COOKIE, { path: '/api' })
        } else reply.setCookie(PLAIN_COOKIE, clientId, { ...options, path: '/api' })
        return { clientId, ...(isKnown && { known: true as const }) }
      },
    )

    app.get(
      '/owned-items',
      {
        schema: { tags, summary: 'List the priced items that this browser owns', headers: ClientHeader, response: { 200: OwnedItems } },
        config: { bound: { constant: 'the purchases of one browser' } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'private, no-store')
        return access.listOwned(request.headers['client-id'])
      },
    )

    for (const [product, { path, item }] of Object.entries(OWNED)) {
      app.get(
        path,
        {
          schema: {
            tags,
            summary: `Get a ${product} that this browser owns, by id or slug, also when it is withdrawn or in the bin`,
            params: ItemId,
            headers: ClientHeader,
            response: { 200: item },
          },
          config: { bound: { constant: 'the purchases of one browser and an item' } },
        },
        async (request, reply) => {
          reply.header('cache-control', 'private, no-store')
          return access.viewOwned(request.headers['client-id'], product as ProductKind, request.params.id)
        },
      )
    }

    app.post(
      '/get-next-action',
      {
        schema: {
          tags,
          summary: 'Check access to an item; the action is “view”, or the URL of the checkout',
          body: NextActionRequest,
          response: { 200: NextActionResponse },
          notes: { refuses: [404] },
        },
        config: { bound: 'in turn' },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { url, ...next } = await access.nextAction(request.body, origins(request), request.ip)
        return url === undefined ? next : { ...next, url: urlsFor(request).apiFromPages(url) }
      },
    )
  }
}
