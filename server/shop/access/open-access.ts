import type { FastifyRequest } from 'fastify'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import type { ItemOnSale, ProductDirectory } from '#server/product-directory.ts'
import type { EntitlementStore } from '#server/shop/entitlements/entitlements.store.ts'
import type { OrderFor } from '#server/shop/orders/checkout/create-order.ts'
import { accessRoutes, cookieOf } from './access.routes.ts'
import { type AccessService, createAccessService } from './access.service.ts'
import { createClientIds, type HeldOrders } from './client-ids.ts'

export type Access = AccessService & {
  /** Issues a client id for a new browser */
  newClientId: () => string
  /** Returns a digest of the client id in a request’s cookies, if this site issued the id */
  browserOf: (request: FastifyRequest) => string | undefined
}

/** Creates the services that control access to items and issue the client ids of browsers. */
export function openAccess(
  deps: Pick<Platform, 'signingKeys' | 'catalogueVersion' | 'rateLimits' | 'origins' | 'urlsFor' | 'cookieAttributes'> & {
    entitlements: EntitlementStore
    products: ProductDirectory
    heldOrders: HeldOrders
    orderFor: OrderFor
    signedUrls: Pick<SignedUrls, 'sign'>
  },
): Access & Feature {
  const { entitlements, products, heldOrders, orderFor, signedUrls, signingKeys, catalogueVersion, rateLimits, ...requests } = deps
  const cache = createVersionedCache<ItemOnSale | undefined>({ max: 20_000, version: catalogueVersion.current })
  const access = createAccessService({
    entitlements,
    orderFor,
    // Products are cached because they only decide which page opens; each file request checks access in the database.
    findProduct: ({ product, productId }) => cache(`${product} ${productId}`, () => products[product].find(productId)),
    viewItem: ({ product, productId }) => products[product].view(productId),
    fileUrl: (key, entitlementId) =>
      `/media/${key}${entitlementId ? `?grant=${encodeURIComponent(signedUrls.sign({ key, entitlementId }))}` : ''}`,
  })
  const clientIds = createClientIds({ keys: signingKeys, heldOrders, rateLimits })
  return {
    ...access,
    newClientId: clientIds.issue,
    browserOf: (request) => {
      const clientId = cookieOf(request, requests.cookieAttributes(request))
      return clientId && clientIds.isAuthentic(clientId) ? digestClient(clientId) : undefined
    },
    publicRoutes: [accessRoutes({ access, clientIds, ...requests })],
  }
}
