import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import type { RecordAction } from '#server/platform/audit/action.ts'
import type { Orm, Transact } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { createManualGrantService } from './admin/grant-item.ts'
import { orderAdminRoutes } from './admin/order-admin.routes.ts'
import { createOrderAdminStore, type ReceiptLookup } from './admin/list-orders.ts'
import { createRefundService } from './admin/refund-payment.ts'
import { salesRoutes } from './admin/sales.routes.ts'
import { createSalesStore } from './admin/sales.store.ts'
import { createAttemptStore } from './attempts.store.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { createCheckoutService, type FindReceipt } from './checkout/create-order.ts'
import { createOrderRemovalStore } from './checkout/remove-orders.ts'
import { createOwnedItems } from './checkout/claim-orders.ts'
import { createQuotes, type Rates } from './checkout/quotes.ts'
import { createUnusedOrders } from './checkout/unused-orders.ts'
import { countsAsSold, createRecountSold } from './counts-as-sold.ts'
import { createMoneyStore } from './money-movements.store.ts'
import type { Alert, OrderDeps } from './order-deps.ts'
import { createOrderStore } from './orders.store.ts'
import { createPaymentStates, type PaymentEffects } from './payment-states.ts'
import { notificationRoutes } from './payments/notifications.routes.ts'
import { paymentGauges } from './payments/payment-metrics.ts'
import { createLinkLimit, createPaymentLimits } from './payments/payment-limits.ts'
import { createPaymentService } from './payments/start-payment.ts'
import { createRecentChecks } from './payments/throttled-checks.ts'
import { createRefundsDueStore } from './refunds-due.store.ts'

/** Sells items: checkout, payments and their administration. */
export function openOrders({
  orm,
  transact,
  gateways,
  products,
  rates,
  receipts,
  setEntitlement,
  rateLimits,
  record,
  alert,
  urls,
  signedUrls,
  now,
}: {
  orm: Orm
  transact: Transact
  gateways: Gateway[]
  products: ProductDirectory
  rates: Rates
  receipts: ReceiptLookup & {
    issue: PaymentEffects['issueReceipt']
    notify: PaymentEffects['notify']
    withdrawRefund: PaymentEffects['withdrawRefund']
    find: FindReceipt
  }
  setEntitlement: PaymentEffects['setEntitlement']
  rateLimits: RateLimits
  record: RecordAction
  alert: Alert
  urls: Pick<SiteUrls, 'origin'>
  signedUrls: Pick<SignedUrls, 'signForOrder' | 'verifyForOrder'>
  now: () => Date
}) {
  const sold = countsAsSold(gateways)
  const orders = createOrderStore(orm)
  const attempts = createAttemptStore(orm, { sold })
  const money = createMoneyStore(orm)
  const dues = createRefundsDueStore(orm)
  const { notify, withdrawRefund } = receipts
  const effects = { issueReceipt: receipts.issue, notify, withdrawRefund, setEntitlement }
  const paymentStates = createPaymentStates({ orders, attempts, money, dues, effects, products, now })
  const findProduct = ({ product, productId }: Parameters<OrderDeps['findProduct']>[0]) => products[product].find(productId)
  const deps: OrderDeps = { orders, attempts, money, dues, paymentStates, findProduct, transact, alert, now }

  const quotes = createQuotes({ findProduct, rates, gateways })
  const payments = createPaymentService({ ...deps, gateways, checkQuote: quotes.check })
  const unused = createUnusedOrders({ removal: createOrderRemovalStore(orm), now })
  const findReceipt = receipts.find
  const checkout = createCheckoutService({ ...deps, payments, quotes, gateways, findReceipt, unused, rateLimits })

  const refunds = createRefundService({ ...deps, record })
  const grants = createManualGrantService({ ...deps, record, notify, siteUrl: urls.origin })
  const orderAdmin = createOrderAdminStore(orm, { receipts, money })
  const sales = createSalesStore(orm, { sold, now })
  const recountSold = createRecountSold(deps)

  const recentChecks = createRecentChecks({ attempts, payments })
  const limitPayments = createPaymentLimits(rateLimits)
  const limitLinks = createLinkLimit(rateLimits)
  const ownedItems = createOwnedItems({ ...deps, findReceipt })
  const feature = {
    publicRoutes: [
      checkoutRoutes({
        checkout,
        payments,
        recentChecks,
        limitPayments,
        limitLinks,
        addHolder: ownedItems.addHolder,
        signedUrls,
      }),
      notificationRoutes({ gateways, payments }),
    ],
    adminRoutes: [orderAdminRoutes({ store: orderAdmin, payments, refunds, grants }), salesRoutes({ sales })],
    jobs: [{ name: 'order-purge', cron: '7 * * * *', run: unused.purge }],
    workers: [{ name: 'payment-reconcile', everySeconds: 3, run: payments.reconcile }],
    gauges: paymentGauges(attempts),
    startupTasks: [
      { name: 'check open payments', run: payments.checkOpenSoon },
      { name: 'recount units sold', run: recountSold },
    ],
  } satisfies Feature
  return {
    orders,
    attempts,
    dues,
    payments,
    checkout,
    ownedItems,
    unused,
    refunds,
    grants,
    orderAdmin,
    sales,
    recountSold,
    listSoldByDay: sales.listSoldByDay,
    ...feature,
  }
}
