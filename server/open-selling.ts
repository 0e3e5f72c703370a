import { join } from 'node:path'
import type { ProductKind } from '#contracts/access.ts'
import { fromMinor } from '#contracts/money.ts'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { createAccessService, type ProductInfo } from './features/access/access.service.ts'
import { createAccessStore } from './features/access/access.store.ts'
import { createOrderAdminService } from './features/orders/admin/order-admin.service.ts'
import { createOrderAdminStore } from './features/orders/admin/order-admin.store.ts'
import { createSaleFinder } from './features/orders/find-sale.ts'
import { openOrders } from './features/orders/open-orders.ts'
import type { Alert } from './features/orders/payments/apply-status.ts'
import { purchaseCodes } from './features/purchases/purchases.schema.ts'
import { createPurchaseService } from './features/purchases/purchases.service.ts'
import { convert } from './features/rates/convert.ts'
import { createRateService } from './features/rates/rates.service.ts'
import { createRateStore } from './features/rates/rates.store.ts'
import { createReceiptLookup } from './features/receipts/receipt-lookup.ts'
import { createReceiptService } from './features/receipts/receipts.service.ts'
import { createReceiptStore } from './features/receipts/receipts.store.ts'
import { createSandboxBook } from './features/sandbox/sandbox.store.ts'
import { createSandbox } from './features/sandbox/sandbox-gateway.ts'
import type { RecordAction } from './platform/audit/action.ts'
import type { CatalogueVersion } from './platform/database/catalogue-version.ts'
import type { Orm, Transact } from './platform/database/database.ts'
import { createEmailCodes } from './platform/email-codes/email-codes.ts'
import { readOrCreateSecret } from './platform/files/secret-file.ts'
import type { Gateway, GatewayMessage } from './platform/gateways/gateway.ts'
import { openGateways } from './platform/gateways/open-gateways.ts'
import type { Mail } from './platform/mail/mail.ts'
import type { SignedUrls } from './platform/media/store/signed-urls.ts'
import type { ProductDirectory } from './platform/product-directory.ts'
import type { RateLimits } from './platform/rate-limits/rate-limits.store.ts'
import { createVersionedCache } from './platform/versioned-cache.ts'

export type Selling = Awaited<ReturnType<typeof openSelling>>

/** Opens the gateways, and puts together what is sold, for how much, to whom it belongs then, and what opens it. */
export async function openSelling(
  config: Config,
  {
    orm,
    transact,
    record,
    products,
    catalogueVersion,
    tries,
    mail,
    siteUrl,
    signGrant,
    alert,
    gateways: given,
    now,
  }: {
    orm: Orm
    transact: Transact
    record: RecordAction
    products: ProductDirectory
    catalogueVersion: CatalogueVersion
    tries: RateLimits
    mail: Mail
    siteUrl: string
    signGrant: SignedUrls['sign']
    alert: Alert
    /** Instead of those that the settings choose */
    gateways: Gateway[] | undefined
    now: () => Date
  },
) {
  const sandbox = config.gateways.sandbox
    ? createSandbox({
        book: createSandboxBook(orm),
        key: await readOrCreateSecret(join(config.dataDir, 'sandbox.key')),
        now,
        notify: (message) => hearOf(message),
      })
    : undefined
  const gateways = given ?? (await openGateways(config.gateways, sandbox?.gateway))
  const rates = createRateService({
    store: createRateStore(orm),
    record,
    transact,
    now,
    isPayable: () => gateways.some(({ methods }) => methods.ZWG?.length),
  })
  const receipts = createReceiptService({
    store: createReceiptStore(orm),
    transact,
    mail,
    publicUrl: siteUrl,
    seller: { name: site.brand.name, email: site.contact.email, phone: site.contact.phone },
    findSale: createSaleFinder(orm),
  })
  const accessStore = createAccessStore(orm)
  const orders = openOrders({
    orm,
    transact,
    gateways,
    record,
    alert,
    now,
    tries,
    siteUrl,
    rates: { current: rates.current, convert },
    findReceipt: receipts.find,
    findItem: ({ product, productId }) => products[product].find(productId),
    effects: {
      issueReceipt: receipts.issue,
      setEntitlement: accessStore.set,
      setSold: (transaction, { product, productId }, sold) => products[product].setSold(transaction, productId, sold),
    },
  })
  /** The sandbox is a gateway in this process: its messages come without a network in between, once somebody pays there. */
  async function hearOf(message: GatewayMessage) {
    const hint = sandbox?.gateway.verify(message)
    const heard = hint && (await orders.payments.hear('sandbox', hint, message.body))
    if (heard && 'attemptId' in heard) await orders.payments.check(heard.attemptId)
  }

  // It decides where a visitor is sent; whether the bytes may be read is asked of the database at every request for them.
  const cache = createVersionedCache<ProductInfo | undefined>({ max: 20_000, version: catalogueVersion.current })
  async function findProduct(kind: ProductKind, id: string): Promise<ProductInfo | undefined> {
    const product = await products[kind].find(id)
    return product && { price: fromMinor(product.priceMinor), fileKey: product.fileKey }
  }

  return {
    sandbox,
    gateways,
    rates,
    receipts,
    accessStore,
    orders,
    purchases: createPurchaseService({
      codes: createEmailCodes({ orm, table: purchaseCodes, purpose: 'code', rateLimits: tries, now }),
      mail,
      brand: site.brand.name,
      holdings: orders.holdings,
    }),
    orderAdmin: createOrderAdminService({
      store: createOrderAdminStore(orm, { receipts: createReceiptLookup(orm) }),
      payments: orders.payments,
      refunds: orders.refunds,
      grants: orders.grants,
    }),
    sales: orders.sales,
    access: createAccessService({
      store: accessStore,
      orderFor: orders.checkout.orderFor,
      findProduct: (kind, id) => cache(`${kind} ${id}`, () => findProduct(kind, id)),
      signAddress: (key, entitlementId) =>
        `/api/media/${key}${entitlementId ? `?grant=${encodeURIComponent(signGrant({ key, entitlementId }))}` : ''}`,
    }),
  }
}
