import type { NextActionRequest, NextActionResponse, OwnedItems } from '#contracts/access.ts'
import { type Currency, isFree } from '#contracts/price.ts'
import type { ProductRef } from '#contracts/product.ts'
import { digestClient } from '#server/platform/digest.ts'
import { invalidRequest, unavailable } from '#server/platform/problems.ts'
import { type FindProduct, productNotFound } from '#server/platform/product-directory.ts'
import { createKeyedQueue } from '#server/platform/queues/keyed-queue.ts'
import type { AccessStore } from './access.store.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Orders made at a time, which leaves the other connections to readers, and how long a request waits for its turn. */
const ORDERS = { width: 3, maxWaiting: 400, maxWaitMs: 5000 }

/** The order under which the client buys the item; undefined when it turned out to be paid already. */
export type OrderFor = (request: NextActionRequest, ip: string) => Promise<{ orderId: string; currency: Currency } | undefined>

export type AccessService = ReturnType<typeof createAccessService>

export function createAccessService({
  store,
  findProduct,
  fileUrl,
  orderFor,
}: {
  store: AccessStore
  findProduct: FindProduct
  /** The path in the API at which the holder of an entitlement gets a file, signed; without one, the public path */
  fileUrl: (fileKey: string, entitlementId?: string) => string
  orderFor: OrderFor
}) {
  const limit = createConcurrencyLimit()
  const inTurn = createKeyedQueue({
    ...ORDERS,
    refuse: () => unavailable('Too many items are being opened', { retryAfterSeconds: 2 }),
  })

  async function view(request: NextActionRequest, fileKey: string): Promise<NextActionResponse | undefined> {
    const entitlementId = await store.findEntitlement(digestClient(request.clientId), request)
    return entitlementId ? { action: 'view', url: fileUrl(fileKey, entitlementId) } : undefined
  }

  return {
    /**
     * What a visitor does next to open an item: `view` with the URL of the file when it is free or owned, else the URL of the
     * checkout page. `origins` are those that the visitor may be sent back to.
     */
    nextAction: async (request: NextActionRequest, origins: string[], ip: string): Promise<NextActionResponse> => {
      const returnUrl = new URL(request.returnUrl)
      if (!origins.includes(returnUrl.origin)) {
        throw invalidRequest([{ field: 'returnUrl', message: 'Must be an address of this site.' }])
      }
      return limit(ip, async () => {
        const info = await findProduct(request)
        if (!info) throw productNotFound(request.product)
        if (isFree(info.priceMinor)) return { action: 'view', url: fileUrl(info.fileKey) }

        const owned = await view(request, info.fileKey)
        if (owned) return owned
        // Normalized: as it came, it may hold characters that the database refuses.
        const order = await inTurn('orders', () => orderFor({ ...request, returnUrl: returnUrl.href }, ip))
        if (order) return { action: checkoutUrl(request, order, returnUrl.origin) }
        const paidMeanwhile = await view(request, info.fileKey)
        if (!paidMeanwhile) throw new Error('A product is owned without an entitlement')
        return paidMeanwhile
      })
    },

    /** All that a visitor owns, so that pages need not ask about each item. */
    listOwned: async (clientId: string): Promise<OwnedItems> => {
      const entitled = await store.listEntitled(digestClient(clientId))
      return { items: entitled.map(({ product, productId }) => ({ kind: product, id: productId })) }
    },

    /** Whether the entitlement still stands and its product's file is the one under this key. */
    mayOpen: async (entitlementId: string, fileKey: string): Promise<boolean> => {
      const product = await store.findProduct(entitlementId)
      return product !== undefined && (await findProduct(product))?.fileKey === fileKey
    },

    /** The same for a client of which only the digest is known. */
    mayClientOpen: async (clientDigest: string, product: ProductRef, fileKey: string): Promise<boolean> => {
      const entitlementId = await store.findEntitlement(clientDigest, product)
      return entitlementId !== undefined && (await findProduct(product))?.fileKey === fileKey
    },
  }
}

/** On the origin that the visitor came from. The client id is a secret and not in it, since URLs are logged and shared. */
function checkoutUrl(
  { currency: wanted }: NextActionRequest,
  { orderId, currency }: { orderId: string; currency: Currency },
  origin: string,
) {
  const url = new URL(`/checkout/${orderId}`, origin)
  // The page says that this currency can't be paid in today.
  if (wanted !== currency) url.searchParams.set('wish', wanted)
  return url.href
}
