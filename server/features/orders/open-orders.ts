import type { RecordAction } from '#server/platform/audit/action.ts'
import type { Orm, Transact } from '#server/platform/database/database.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { refusalOf } from '#server/platform/gateways/payment-methods.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { createGrantService } from './admin/manual-grants.service.ts'
import { createGrantStore } from './admin/manual-grants.store.ts'
import { createRefundService } from './admin/refunds.service.ts'
import { createSalesStore } from './admin/sales.store.ts'
import { createAttemptStore } from './attempts.store.ts'
import { createCheckoutService } from './checkout/checkout.service.ts'
import { createOrderRemovalStore } from './checkout/order-removal.store.ts'
import { createHoldings } from './checkout/owned-items.ts'
import { type CurrentRate, createQuotes, type FindItem } from './checkout/quotes.ts'
import { createUnusedOrders } from './checkout/unused-orders.ts'
import { whatCounts } from './counts-as-sold.ts'
import { createLedger, type LedgerEffects } from './ledger.ts'
import { createOrderStore } from './orders.store.ts'
import type { Alert } from './payments/apply-status.ts'
import { createPaymentLimits } from './payments/payment-limits.ts'
import { createPaymentService } from './payments/payments.service.ts'
import { createRecentReadings } from './payments/recent-checks.ts'
import { recountSold } from './recount-sold.ts'
import { createRefundsDueStore } from './refunds-due.store.ts'

export type Orders = ReturnType<typeof openOrders>

/** Puts the parts of ordering and paying together. */
export function openOrders({
  orm,
  transact,
  gateways,
  findItem,
  rates,
  findReceipt,
  tries,
  effects,
  record,
  alert,
  siteUrl,
  now = () => new Date(),
}: {
  orm: Orm
  transact: Transact
  gateways: Gateway[]
  findItem: FindItem
  rates: { current: () => Promise<CurrentRate>; convert: (priceMinor: number, scaledRate: number) => number }
  findReceipt: (orderId: string) => Promise<{ number: number } | undefined>
  tries: RateLimits
  effects: LedgerEffects
  record: RecordAction
  alert: Alert
  siteUrl: string
  now?: () => Date
}) {
  const orders = createOrderStore(orm)
  const counts = whatCounts(gateways)
  const attempts = createAttemptStore(orm, { counts })
  const dues = createRefundsDueStore(orm)
  const grantStore = createGrantStore(orm)
  const ledger = createLedger({ orders, attempts, dues, effects, now })
  const quotes = createQuotes({
    findItem,
    currentRate: rates.current,
    convert: rates.convert,
    refusalOf: (amount) => refusalOf(gateways, amount),
  })
  const payments = createPaymentService({
    ...{ orders, attempts, dues, ledger, gateways, transact, alert, now },
    judgeQuote: (orderId) => checkout.judgeQuote(orderId),
  })
  const removal = createOrderRemovalStore(orm)
  const unused = createUnusedOrders({ removal, now })
  const checkout = createCheckoutService({
    ...{ orders, attempts, payments, quotes, gateways, findReceipt, removal, unused, tries, transact, now },
    isGranted: grantStore.isGranted,
  })
  return {
    orders,
    attempts,
    dues,
    sales: createSalesStore(orm, { counts }),
    recountSold: () => recountSold({ orders, attempts, ledger, transact }),
    payments,
    limitPayments: createPaymentLimits(tries),
    refunds: createRefundService({ orders, attempts, dues, ledger, transact, record }),
    checkout,
    unused,
    grants: createGrantService({ orders, grants: grantStore, ledger, findItem, transact, record, siteUrl }),
    holdings: createHoldings({ orders, ledger, findReceipt, isThere: quotes.isThere, transact }),
    readings: createRecentReadings({ attempts, payments }),
  }
}
