import type { FastifyRequest } from 'fastify'
import type { Feature } from '#server/platform/feature.ts'
import type { SignedUrls } from '#server/platform/media/store/signed-urls.ts'
import type { ItemOnSale, ProductDirectory } from '#server/platform/product-directory.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { accessRoutes } from './access.routes.ts'
import { createAccessService, type OrderFor } from './access.service.ts'
import type { AccessStore } from './access.store.ts'

export function openAccess({
  store,
  products,
  catalogueVersion,
  signedUrls,
  orderFor,
  origins,
  secure,
}: {
  store: AccessStore
  products: ProductDirectory
  catalogueVersion: { current: () => number }
  signedUrls: Pick<SignedUrls, 'sign'>
  orderFor: OrderFor
  /** The origins of this site, as seen from a request */
  origins: (request: FastifyRequest) => string[]
  /** Whether visitors reach the site over TLS, whatever this process sees of it */
  secure: boolean
}) {
  const cache = createVersionedCache<ItemOnSale | undefined>({ max: 20_000, version: catalogueVersion.current })
  const access = createAccessService({
    store,
    orderFor,
    // Decides where a visitor is sent; who may have the bytes is checked in the database on every request for them.
    findProduct: ({ product, productId }) => cache(`${product} ${productId}`, () => products[product].find(productId)),
    fileUrl: (key, entitlementId) =>
      `/api/media/${key}${entitlementId ? `?grant=${encodeURIComponent(signedUrls.sign({ key, entitlementId }))}` : ''}`,
  })
  return { ...access, publicRoutes: [accessRoutes({ access, origins, secure })] } satisfies Feature
}
