import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { ProductDirectory } from '#server/product-directory.ts'
import type { EntitlementStore } from '#server/shop/entitlements/entitlements.store.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import type { Rates } from '#server/shop/rates/open-rates.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'
import { createBuyerMail } from './admin/correct-email.ts'
import { createManualGrants } from './admin/grant-item.ts'
import { createListOrders } from './admin/list-orders.ts'
import { orderAdminRoutes } from './admin/order-admin.routes.ts'
import { createFindOrderDetails } from './admin/order-details.ts'
import { createRecordManualPayment } from './admin/record-manual-payment.ts'
import { createRefunds } from './admin/refund-payment.ts'
import { salesRoutes } from './admin/sales.routes.ts'
import { createSalesStore } from './admin/sales.store.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { createOrderClaims } from './checkout/claim-orders.ts'
import { createOrderFor } from './checkout/create-order.ts'
import { createListOpenPurchases } from './checkout/list-open-purchases.ts'
import { createListPurchases } from './checkout/list-purchases.ts'
import { createQuotes } from './checkout/quotes.ts'
import { createUnusedOrders } from './checkout/remove-unpaid-orders.ts'
import { createViewOrder } from './checkout/view-order.ts'
import { countOwners, wasSold } from './copies/ownership.ts'
import { createRecountSold, createSoldCounter } from './ledger/counts-as-sold.ts'
import { createRefundRecorder } from './ledger/record-refunds.ts'
import type { OrderDeps, Payments } from './order-deps.ts'
import { createOrderStores } from './order-stores.ts'
import { lockProduct } from './orders.store.ts'
import { createTransition } from './payment-states.ts'
import { createCancelAtGateway, createCancelPayment } from './payments/cancel-payment.ts'
import { createCheckOrder, createCheckPayment } from './payments/check-payment.ts'
import { notificationRoutes } from './payments/notifications.routes.ts'
import { createLinkLimit, createPaymentLimits } from './payments/payment-limits.ts'
import { createCountUnreadable, paymentMetrics } from './payments/payment-metrics.ts'
import { createReceiveNotification } from './payments/receive-notification.ts'
import { createReconcile } from './payments/reconcile-payments.ts'
import { createSendPayment } from './payments/send-payment.ts'
import { createStartPayment } from './payments/start-payment.ts'
import { createUpdateEntitlements } from './update-entitlements.ts'

export type Orders = ReturnType<typeof openOrders>

type Deps = {
  gateways: Gateway[]
  /** Returns the currencies in which the owner accepts payments */
  listCurrencies: () => Currency[]
  products: ProductDirectory
  rates: Pick<Rates, 'current'>
  receipts: Pick<
    ReceiptService,
    'notify' | 'wasNotified' | 'write' | 'linkTo' | 'withdrawRefund' | 'requeue' | 'readdress' | 'find' | 'findByOrders' | 'findOrderId'
  >
  setEntitlement: EntitlementStore['set']
  urls: Pick<SiteUrls, 'origin'>
  signedUrls: Pick<SignedUrls, 'signForOrder' | 'verifyForOrder'>
} & Pick<Platform, 'orm' | 'transact' | 'rateLimits' | 'record' | 'alert' | 'shopTime' | 'now'>

/** Creates the services that sell items: checkout, payments and their administration. */
export function openOrders(given: Deps) {
  const {
    orm,
    transact,
    gateways,
    listCurrencies,
    products,
    rates,
    receipts,
    setEntitlement,
    rateLimits,
    record,
    alert,
    shopTime,
    urls,
    signedUrls,
    now,
  } = given
  const stores = createOrderStores({ orm, shopTime })
  const countSold = createSoldCounter({ products })
  const refundRecorder = createRefundRecorder({ ...stores, receipts, now })
  const updateEntitlements = createUpdateEntitlements({ ...stores, countSold, setEntitlement, now })
  const transition = createTransition({ ...stores, refundRecorder, updateEntitlements, countSold, now })
  const findProduct: OrderDeps['findProduct'] = ({ product, productId }) => products[product].find(productId)
  const deps: OrderDeps = { ...stores, orm, transition, refundRecorder, updateEntitlements, findProduct, transact, alert, shopTime, now }

  const quotes = createQuotes({ findProduct, rates, gateways, listCurrencies })
  const cancelAtGateway = createCancelAtGateway({ gateways, alert })
  const check = createCheckPayment({ ...deps, gateways, cancelAtGateway })
  const { cancel, abandon } = createCancelPayment({ ...deps, check, cancelAtGateway })
  const send = createSendPayment({ ...deps, gateways, cancelAtGateway })
  const payments: Payments = {
    start: createStartPayment({ ...deps, gateways, compareQuote: quotes.compare, send, check, abandon, receipts }),
    check,
    checkOrder: createCheckOrder({ ...deps, check }),
    cancel,
    abandon,
    ...createReceiveNotification({ ...deps, check }),
    ...createReconcile({ ...deps, check }),
    countUnreadable: createCountUnreadable({ orm, gateways, now }),
  }
  const unused = createUnusedOrders({ orm, now })
  const orderFor = createOrderFor({ ...deps, payments, quotes, unused, rateLimits })
  const viewOrder = createViewOrder({ ...deps, quotes, gateways, receipts })
  const claims = createOrderClaims(deps)

  const refunds = createRefunds({ ...deps, record })
  const grants = createManualGrants({ ...deps, record, notify: receipts.notify, siteUrl: urls.origin })
  const recordManualPayment = createRecordManualPayment({ ...deps, record, siteUrl: urls.origin, rates })
  const buyerMail = createBuyerMail({ ...deps, record, receipts })
  const list = createListOrders({ ...deps, receipts })
  const find = createFindOrderDetails({ ...deps, receipts })
  const sales = createSalesStore(orm, { shopTime, now })
  const recountSold = createRecountSold({ orm, transact, countSold })

  const feature = {
    publicRoutes: [
      checkoutRoutes({
        orders: stores.orders,
        viewOrder,
        payments,
        limitPayments: createPaymentLimits(rateLimits),
        limitLinks: createLinkLimit(rateLimits),
        openOrder: claims.open,
        writeReceipt: receipts.write,
        correctUndelivered: buyerMail.correctUndelivered,
        signedUrls,
      }),
      notificationRoutes({ gateways, payments }),
    ],
    adminRoutes: [
      orderAdminRoutes({
        ...deps,
        list,
        find,
        countOwners: (items) => countOwners(orm, items),
        payments,
        refunds,
        grants,
        recordManualPayment,
        buyerMail,
      }),
      salesRoutes({ sales }),
    ],
    jobs: [{ name: 'order-purge', cron: '7 * * * *', run: unused.purge }],
    workers: [{ name: 'payment-reconcile', everySeconds: 3, run: payments.reconcile }],
    gauges: paymentMetrics(orm),
    startupTasks: [
      { name: 'check open payments', run: payments.checkOpenSoon },
      { name: 'recount units sold', run: recountSold },
    ],
  } satisfies Feature
  return {
    ...stores,
    payments,
    checkout: { orderFor },
    ownedItems: { ...claims, list: createListPurchases({ ...deps, receipts }), listOpen: createListOpenPurchases(deps) },
    unused,
    refunds,
    grants,
    recordManualPayment,
    buyerMail,
    orderAdmin: { list, find },
    sales,
    recountSold,
    /** Whether a product has payments or owners. If a transaction is given, the product can't be sold until the transaction ends. */
    wasSold: async (product: ProductRef, transaction?: Transaction) => {
      if (transaction) await lockProduct(transaction, product)
      return wasSold(transaction ?? orm, product)
    },
    listSoldByDay: sales.listSoldByDay,
    ...feature,
  }
}
