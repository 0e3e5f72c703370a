import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { ItemOnSale, ProductDirectory } from '#server/platform/product-directory.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { accessRoutes } from './access.routes.ts'
import { createAccessService, type OrderFor } from './access.service.ts'
import type { AccessStore } from './access.store.ts'
import { createClientIds, type HeldOrders } from './client-ids.ts'

export function openAccess({
  store,
  products,
  catalogueVersion,
  signedUrls,
  signingKeys,
  rateLimits,
  heldOrders,
  orderFor,
  origins,
  urlsFor,
  cookieAttributes,
}: {
  store: AccessStore
  products: ProductDirectory
  catalogueVersion: { current: () => number }
  signedUrls: Pick<SignedUrls, 'sign'>
  signingKeys: string[]
  rateLimits: RateLimits
  heldOrders: HeldOrders
  orderFor: OrderFor
  /** The origins of this site, as seen from a request */
  origins: (request: FastifyRequest) => string[]
  urlsFor: (request: FastifyRequest) => SiteUrls
  cookieAttributes: (request: FastifyRequest) => CookieSerializeOptions
}) {
  const cache = createVersionedCache<ItemOnSale | undefined>({ max: 20_000, version: catalogueVersion.current })
  const access = createAccessService({
    store,
    orderFor,
    // Cached, because this only decides the next page; access to the file is checked in the database on every request.
    findProduct: ({ product, productId }) => cache(`${product} ${productId}`, () => products[product].find(productId)),
    fileUrl: (key, entitlementId) =>
      `/media/${key}${entitlementId ? `?grant=${encodeURIComponent(signedUrls.sign({ key, entitlementId }))}` : ''}`,
  })
  const clientIds = createClientIds({ keys: signingKeys, heldOrders, rateLimits })
  const feature = { publicRoutes: [accessRoutes({ access, clientIds, origins, urlsFor, cookieAttributes })] } satisfies Feature
  return { ...access, newClientId: clientIds.issue, ...feature }
}
