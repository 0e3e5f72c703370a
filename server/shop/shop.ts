import { CURRENCIES, CURRENCY_ROWS, type Currency } from '#contracts/shop/price.ts'
import type { Media } from '#server/media/media.ts'
import { createEmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ProductDirectory } from '#server/product-directory.ts'
import { type Access, openAccess } from './access/open-access.ts'
import { createEntitlementStore, type EntitlementStore } from './entitlements/entitlements.store.ts'
import type { Gateway } from './gateways/gateway.ts'
import type { GatewaySettings } from './gateways/gateway-settings.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { createNoticeSubjects, createSaleFinder } from './orders/ledger/find-sale.ts'
import { type Orders, openOrders } from './orders/open-orders.ts'
import { createOrderStore, linkSubject } from './orders/orders.store.ts'
import { openPersonalFeeds } from './personal-feeds/open-personal-feeds.ts'
import type { FeedRecording, PersonalFeedDeps, PersonalFeedService } from './personal-feeds/personal-feeds.service.ts'
import { purchaseRoutes } from './purchases/purchases.routes.ts'
import { purchaseCodes } from './purchases/purchases.schema.ts'
import { createPurchaseService } from './purchases/purchases.service.ts'
import { openRates, type Rates } from './rates/open-rates.ts'
import { openReceipts } from './receipts/open-receipts.ts'
import type { Seller } from './receipts/receipt-email.ts'
import type { ReceiptService } from './receipts/receipts.service.ts'

/** Shop of the site: orders, payments, receipts, and access to items. */
export interface Shop {
  gateways: Gateway[]
  listCurrencies: () => Currency[]
  rates: Rates
  receipts: ReceiptService
  entitlements: EntitlementStore
  orders: Orders
  access: Access
  /** Returns whether a personal feed gives access to a file */
  mayHear: PersonalFeedService['mayHear']
  features: Feature[]
}

export async function openShop<Recording extends FeedRecording>(
  settings: { dataDir: string; gateways: GatewaySettings },
  {
    platform,
    media: { signedUrls },
    products,
    feeds,
    seller,
    listCurrencies,
    gateways: given,
  }: {
    platform: Platform
    media: Media
    products: ProductDirectory
    /** Functions of the catalogue that list the recordings of a personal feed, create their enclosures and write the feed */
    feeds: Pick<PersonalFeedDeps<Recording>, 'findWithSound' | 'listHearable' | 'publicEnclosure' | 'wholeEnclosure' | 'writePodcastFeed'>
    seller: () => Seller
    /** Returns the currencies in which the owner accepts payments */
    listCurrencies: () => Currency[]
    /** Payment gateways to use instead of those in the settings */
    gateways: Gateway[] | undefined
  },
): Promise<Shop> {
  const { orm, rateLimits, urls, now } = platform
  const { dataDir } = settings
  const deps = { ...platform, signedUrls, products }
  const opened = given ? [] : await openGateways(settings.gateways, { dataDir, platform, urls })
  const gateways = given ?? opened.map(({ gateway }) => gateway)
  const converted = CURRENCIES.filter((currency) => CURRENCY_ROWS[currency].converted)
  const isPayable = () => gateways.some(({ methods }) => converted.some((currency) => methods[currency]?.length))
  const isOffered = () => converted.some((currency) => listCurrencies().includes(currency))
  const rates = openRates({ ...platform, isPayable, isOffered })
  const orderStore = createOrderStore(orm)
  const receipts = openReceipts({
    ...platform,
    findSale: createSaleFinder(platform),
    findSubject: createNoticeSubjects(platform),
    seller,
    // The signed key of the order is in the URL fragment, which browsers never send to servers.
    orderUrl: async (orderId) => {
      const order = await orderStore.find(orderId)
      if (!order) throw new Error('The order that the email is about does not exist')
      return urls.page(`/checkout/${orderId}#key=${signedUrls.signForOrder(linkSubject(order))}`)
    },
  })
  const entitlements = createEntitlementStore(orm)
  const orders = openOrders({
    ...deps,
    gateways,
    listCurrencies,
    rates,
    receipts,
    setEntitlement: entitlements.set,
  })
  for (const { gateway, connect } of opened) connect?.((message) => orders.payments.handleMessage(gateway, message))

  const { ownedItems } = orders
  const access = openAccess({ ...deps, entitlements, heldOrders: ownedItems, orderFor: orders.checkout.orderFor })
  const codes = createEmailCodes({ orm, table: purchaseCodes, purpose: 'code', rateLimits, now })
  const purchases = createPurchaseService({ ...platform, codes, ownedItems })
  const personalFeeds = openPersonalFeeds({
    ...deps,
    ...feeds,
    ownership: { list: entitlements.listEntitled, opens: access.mayClientOpen, otherHolders: ownedItems.otherHolders },
  })

  return {
    gateways,
    listCurrencies,
    rates,
    receipts,
    entitlements,
    orders,
    access,
    mayHear: personalFeeds.mayHear,
    features: [
      orders,
      rates,
      receipts,
      { publicRoutes: [purchaseRoutes({ purchases })], jobs: [{ name: 'code-purge', cron: '53 * * * *', run: purchases.purge }] },
      access,
      personalFeeds,
      { publicRoutes: opened.flatMap(({ routes }) => routes ?? []) },
    ],
  }
}
