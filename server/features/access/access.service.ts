import { randomBytes } from 'node:crypto'
import type { NextActionRequest, NextActionResponse, OwnedItems, ProductKind } from '#contracts/access.ts'
import { type Currency, isFree } from '#contracts/price.ts'
import { invalidRequest, notFound, unavailable } from '#server/platform/problems.ts'
import { createKeyedQueue } from '#server/platform/queues/keyed-queue.ts'
import type { AccessStore, Product } from './access.store.ts'
import { createOpeningLimits } from './opening-limits.ts'

/** Orders made at a time, since the other connections are for those who read, and how long one waits its turn. */
const ORDERS = { width: 3, maxWaiting: 400, maxWaitMs: 5000 }

/** What access needs to know of a book or an episode; `fileKey` is its PDF or recording in the media store. */
export type ProductInfo = { price: number; fileKey: string }

export type AccessService = ReturnType<typeof createAccessService>

export function createAccessService({
  store,
  findProduct,
  signAddress,
  orderFor,
}: {
  store: AccessStore
  findProduct: (kind: ProductKind, id: string) => Promise<ProductInfo | undefined>
  /** The signed address of a file for the holder of an entitlement; without one, the public address */
  signAddress: (fileKey: string, entitlementId?: string) => string
  /** The order under which the client buys it; undefined when it turned out to be paid for already */
  orderFor: (request: NextActionRequest, address: string) => Promise<{ orderId: string; currency: Currency } | undefined>
}) {
  const limit = createOpeningLimits()
  const inTurn = createKeyedQueue({
    ...ORDERS,
    refuse: () => unavailable('Many items are being opened at the moment', { retryAfterSeconds: 2 }),
  })

  async function view(request: NextActionRequest, fileKey: string): Promise<NextActionResponse | undefined> {
    const entitlementId = await store.findEntitlement(request.clientId, request)
    return entitlementId ? { action: 'view', url: signAddress(fileKey, entitlementId) } : undefined
  }

  return {
    /** An id nobody can guess, since it is all that a purchase hangs on. */
    newClientId: (): string => randomBytes(24).toString('base64url'),

    /**
     * What a visitor who chose an item does next: `view` with the file's address when it is free or theirs, else the address
     * of the checkout page. `origins` are those that the visitor may be sent back to.
     */
    nextAction: async (request: NextActionRequest, origins: string[], address: string): Promise<NextActionResponse> => {
      const returnUrl = new URL(request.returnUrl)
      if (!origins.includes(returnUrl.origin)) {
        throw invalidRequest([{ field: 'returnUrl', message: 'Must be an address of this site.' }])
      }
      return limit(address, async () => {
        const info = await findProduct(request.product, request.productId)
        if (!info) throw notFound(request.product === 'book' ? 'book' : 'episode')
        if (isFree(info.price)) return { action: 'view', url: signAddress(info.fileKey) }

        const owned = await view(request, info.fileKey)
        if (owned) return owned
        // As browsers write it: as it came, it may hold what no database takes.
        const order = await inTurn('orders', () => orderFor({ ...request, returnUrl: returnUrl.href }, address))
        if (order) return { action: checkoutAddress(request, order, returnUrl.origin) }
        const paidMeanwhile = await view(request, info.fileKey)
        if (!paidMeanwhile) throw new Error('A product is owned without an entitlement')
        return paidMeanwhile
      })
    },

    /** All that a visitor owns, so that no page has to ask for each of its items. */
    listOwned: async (clientId: string): Promise<OwnedItems> => {
      const entitled = await store.listEntitled(clientId)
      return { items: entitled.map(({ product, productId }) => ({ kind: product, id: productId })) }
    },

    /** Whether the entitlement still stands and its product's file is the one under this key. */
    mayOpen: async (entitlementId: string, fileKey: string): Promise<boolean> => {
      const product: Product | undefined = await store.findProduct(entitlementId)
      return product !== undefined && (await findProduct(product.product, product.productId))?.fileKey === fileKey
    },
  }
}

/** On the origin that the visitor came from. The client id stays in the browser: it is a secret, and addresses are logged and shared. */
function checkoutAddress(
  { currency: wish }: NextActionRequest,
  { orderId, currency }: { orderId: string; currency: Currency },
  origin: string,
) {
  const address = new URL(`/checkout/${orderId}`, origin)
  // Says that the visitor wished a currency that can't be paid in today.
  if (wish !== currency) address.searchParams.set('wish', wish)
  return address.href
}
