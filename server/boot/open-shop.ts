import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { RecordAction } from '#server/platform/audit/action.ts'
import { readOrCreateSecret } from '#server/platform/files/secret-file.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import { createAccessStore } from '#server/shop/access/access.store.ts'
import { openAccess } from '#server/shop/access/open-access.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { openGateways } from '#server/shop/gateways/open-gateways.ts'
import { createNoticeSubjects, createSaleFinder } from '#server/shop/orders/find-sale.ts'
import { openOrders } from '#server/shop/orders/open-orders.ts'
import type { Alert } from '#server/shop/orders/order-deps.ts'
import { openPurchases } from '#server/shop/purchases/open-purchases.ts'
import { openRates } from '#server/shop/rates/open-rates.ts'
import { openReceipts } from '#server/shop/receipts/open-receipts.ts'
import { openTestGateway } from '#server/shop/test-gateway/open-test-gateway.ts'
import { site } from '#site/site.ts'
import type { Platform } from './open-platform.ts'

/** Opens the gateways and the features that sell and open items. */
export async function openShop(
  config: Config,
  {
    gateways: given,
    ...deps
  }: Platform & {
    record: RecordAction
    products: ProductDirectory
    alert: Alert
    /** Replaces the gateways of the settings */
    gateways: Gateway[] | undefined
    now: () => Date
  },
) {
  const { orm, rateLimits, urls } = deps
  const key = () => readOrCreateSecret(join(config.dataDir, 'sandbox.key'))
  const testGateway = config.gateways.testGateway ? openTestGateway({ ...deps, key: await key() }) : undefined
  const gateways = given ?? (await openGateways(config.gateways, { urls, testGateway: testGateway?.gateway }))
  const rates = openRates({ ...deps, isPayable: () => gateways.some(({ methods }) => methods.ZWG?.length) })
  const seller = { name: site.brand.name, email: site.contact.email, phone: site.contact.phone }
  // In the fragment, which browsers never send.
  const orderUrl = (orderId: string) => urls.page(`/checkout/${orderId}#key=${deps.signedUrls.signForOrder(orderId)}`)
  const finders = { findSale: createSaleFinder(orm), findSubject: createNoticeSubjects(orm) }
  const receipts = openReceipts({ ...deps, seller, orderUrl, ...finders })
  const accessStore = createAccessStore(orm)
  const orders = openOrders({ ...deps, gateways, rateLimits, rates, receipts, setEntitlement: accessStore.set })
  testGateway?.connect((message) => orders.payments.handleMessage(testGateway.gateway, message))
  const purchases = openPurchases({ ...deps, rateLimits, ownedItems: orders.ownedItems })
  const access = openAccess({ ...deps, store: accessStore, heldOrders: orders.ownedItems, orderFor: orders.checkout.orderFor })
  const features = [orders, rates, receipts, purchases, access, ...(testGateway ? [testGateway] : [])]
  return { gateways, rates, receipts, accessStore, orders, purchases, access, features }
}
