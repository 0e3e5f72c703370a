import type { NextActionRequest, NextActionResponse, OwnedItems } from '#contracts/shop/access.ts'
import { type Currency, isFree } from '#contracts/shop/price.ts'
import type { ProductKind, ProductRef } from '#contracts/shop/product.ts'
import { currentVisitor } from '#server/platform/concurrency/current-visitor.ts'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { digestClient } from '#server/platform/digest.ts'
import { invalidRequest, notFound } from '#server/platform/problems.ts'
import { type FindProduct, previewedProduct, productNotFound } from '#server/product-directory.ts'
import type { EntitlementStore } from '#server/shop/entitlements/entitlements.store.ts'
import type { OrderFor } from '#server/shop/orders/checkout/create-order.ts'

/** Limits of the queue for new orders. The low concurrency leaves the remaining database connections to requests that only read data. */
const ORDERS = { width: 3, maxWaiting: 1000, maxWaitMs: 20_000, busy: 'Too many items are being opened', retryAfterSeconds: 2 }

export type AccessService = ReturnType<typeof createAccessService>

export function createAccessService(deps: {
  entitlements: EntitlementStore
  findProduct: FindProduct
  /** Returns the details of an item in any state, by its id, or by its current or former slug */
  viewItem: (product: ProductRef) => Promise<{ id: string }>
  /** Returns the API path of a file: signed if an entitlement is given, or else public */
  fileUrl: (fileKey: string, entitlementId?: string) => string
  orderFor: OrderFor
}) {
  const { entitlements, findProduct, viewItem, fileUrl, orderFor } = deps
  const inTurn = createFairQueue(ORDERS)

  async function view(request: NextActionRequest, fileKey: string): Promise<NextActionResponse | undefined> {
    const entitlementId = await entitlements.findEntitlement(digestClient(request.clientId), request)
    return entitlementId ? { action: 'view', url: fileUrl(fileKey, entitlementId) } : undefined
  }

  const hasFile = async (product: ProductRef, fileKey: string) =>
    Object.values((await findProduct(product))?.editionKeys ?? {}).includes(fileKey)

  return {
    /**
     * Returns the next step of a visitor who opens an item: `view` with the URL of the file if the item is free or owned, or else the URL
     * of the checkout page.
     * @param origins allowed origins of the return URL
     */
    nextAction: async (request: NextActionRequest, origins: string[], ip: string): Promise<NextActionResponse> => {
      const returnUrl = new URL(request.returnUrl)
      if (!origins.includes(returnUrl.origin)) {
        throw invalidRequest([{ field: 'returnUrl', message: 'Must be a URL of this site.' }])
      }
      const info = await findProduct(request)
      if (!info) throw productNotFound(request.product)
      const fileKey = request.format ? info.editionKeys[request.format] : info.fileKey
      if (!fileKey) throw notFound('file')
      if (isFree(info.priceMinor) && info.isOffered) return { action: 'view', url: fileUrl(fileKey) }

      const owned = await view(request, fileKey)
      if (owned) return owned
      if (!info.isOffered) throw productNotFound(request.product)
      // The return URL is normalized, because the raw URL may contain characters that the database refuses.
      const wanted = { ...request, returnUrl: returnUrl.href }
      const order = await inTurn({ ...currentVisitor(), isGone: () => false }, () => orderFor(wanted, ip))
      if (order) return { action: checkoutUrl(request, order, returnUrl.origin) }
      const paidMeanwhile = await view(request, fileKey)
      if (!paidMeanwhile) throw new Error('A product is owned without an entitlement')
      return paidMeanwhile
    },

    /** Lists all items that a visitor owns, so that pages don't send a request for each item. */
    listOwned: async (clientId: string): Promise<OwnedItems> => {
      const entitled = await entitlements.listEntitled(digestClient(clientId))
      return { items: entitled.map(({ product, productId }) => ({ kind: product, id: productId })) }
    },

    /**
     * Returns an item that the visitor owns, even if the item is no longer public.
     * @param idOrSlug the id of the item, or a current or former slug
     */
    viewOwned: async (clientId: string, product: ProductKind, idOrSlug: string): Promise<unknown> => {
      const entitled = (await entitlements.listEntitled(digestClient(clientId))).filter((owned) => owned.product === product)
      // Visitors without purchases get the same response at once, so that its delay does not reveal which unpublished items exist.
      if (entitled.length === 0) throw productNotFound(product)
      const item = await viewItem({ product, productId: idOrSlug })
      if (!entitled.some(({ productId }) => productId === item.id)) throw productNotFound(product)
      return item
    },

    /**
     * Returns whether a file may be opened: the entitlement is valid and its product has a file with this key, or a preview link gives
     * access to the file.
     */
    mayOpen: async (entitlementId: string, fileKey: string): Promise<boolean> => {
      const previewed = previewedProduct(entitlementId)
      if (previewed) return (await findProduct(previewed))?.previewKeys.includes(fileKey) ?? false
      const product = await entitlements.findProduct(entitlementId)
      return product !== undefined && (await hasFile(product, fileKey))
    },

    /** Returns whether the client is entitled to the product and the product has a file with this key. */
    mayClientOpen: async (clientDigest: string, product: ProductRef, fileKey: string): Promise<boolean> => {
      const entitlementId = await entitlements.findEntitlement(clientDigest, product)
      return entitlementId !== undefined && (await hasFile(product, fileKey))
    },
  }
}

/** Returns the checkout URL on the visitor's origin. The URL does not contain the secret client id, because URLs are logged and shared. */
function checkoutUrl(
  { currency: wanted }: NextActionRequest,
  { orderId, currency }: { orderId: string; currency: Currency },
  origin: string,
) {
  const url = new URL(`/checkout/${orderId}`, origin)
  // The checkout page informs the visitor that the requested currency is currently unavailable.
  if (wanted !== currency) url.searchParams.set('wish', wanted)
  return url.href
}
