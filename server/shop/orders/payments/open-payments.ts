import type { Gateway } from '#server/shop/gateways/gateway.ts'
import type { ComparedQuote, OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import { createCancelAtGateway, createCancelPayment } from './cancel-payment.ts'
import { createCheckOrder } from './check-order.ts'
import { createCheckPayment } from './check-payment.ts'
import { createCountUnreadable } from './payment-metrics.ts'
import { createReceiveNotification } from './receive-notification.ts'
import { createReconcile } from './reconcile-payments.ts'
import { createSendPayment } from './send-payment.ts'
import { createStartPayment } from './start-payment.ts'

export function openPayments({
  gateways,
  compareQuote,
  ...deps
}: OrderDeps & { gateways: Gateway[]; compareQuote: (order: OrderRow) => Promise<ComparedQuote> }): Payments {
  const cancelAtGateway = createCancelAtGateway({ ...deps, gateways })
  const check = createCheckPayment({ ...deps, gateways, cancelAtGateway })
  const { cancel, giveUp } = createCancelPayment({ ...deps, check, cancelAtGateway })
  const send = createSendPayment({ ...deps, gateways, cancelAtGateway })
  const receiveNotification = createReceiveNotification(deps)
  return {
    start: createStartPayment({ ...deps, gateways, compareQuote, send, check, giveUp }),
    check,
    checkOrder: createCheckOrder({ ...deps, check }),
    cancel,
    giveUp,
    receiveNotification,
    handleMessage: async (gateway, message) => {
      const notification = gateway.verify(message)
      const result = notification && (await receiveNotification(gateway.name, notification, message.body))
      if (result && 'attemptId' in result) await check(result.attemptId)
    },
    ...createReconcile({ ...deps, check }),
    countUnreadable: createCountUnreadable({ ...deps, gateways }),
  }
}
