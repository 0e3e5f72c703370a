import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import { ItemId, plainText } from '#contracts/common/list.ts'
import { isManual } from '#contracts/shop/gateways.ts'
import {
  EmailCorrection,
  GrantForm,
  ManualPaymentForm,
  OrderDetails,
  OrderQuery,
  OrderSummary,
  OwnedItems,
  Owners,
  ReasonForm,
  RefundForm,
} from '#contracts/shop/order-admin.ts'
import type { App } from '#server/platform/http/server.ts'
import { addListRoute } from '#server/platform/lists/list-route.ts'
import { conflict, notFound, ProblemError } from '#server/platform/problems.ts'
import { GatewayUnclearError } from '#server/shop/gateways/gateway.ts'
import type { AttemptStore } from '#server/shop/orders/attempts/attempts.store.ts'
import type { Payments } from '#server/shop/orders/order-deps.ts'
import type { BuyerMail } from './correct-email.ts'
import type { ManualGrants } from './grant-item.ts'
import type { ListOrders } from './list-orders.ts'
import type { FindOrderDetails } from './order-details.ts'
import type { RecordManualPayment } from './record-manual-payment.ts'
import type { Refunds } from './refund-payment.ts'

const tags = ['orders']
const AttemptParams = ItemId.extend({ attempt: plainText(100).min(1) })

/** Registers the routes with which administrators view and change orders. Routes that change an order return the updated order. */
export function orderAdminRoutes(deps: {
  attempts: AttemptStore
  list: ListOrders
  find: FindOrderDetails
  countOwners: (items: OwnedItems) => Promise<Owners>
  payments: Pick<Payments, 'check'>
  refunds: Refunds
  grants: ManualGrants
  recordManualPayment: RecordManualPayment
  buyerMail: BuyerMail
}) {
  const { attempts, list, find, countOwners, payments, refunds, grants, recordManualPayment, buyerMail } = deps

  async function get(id: string): Promise<OrderDetails> {
    const order = await find(id)
    if (!order) throw notFound('order')
    return order
  }

  /**
   * Runs an action on a payment attempt of an order.
   * @throws notFound unless the attempt belongs to the order
   */
  async function withAttempt({ id, attempt }: { id: string; attempt: string }, act: (attemptId: string) => Promise<void>) {
    if ((await attempts.find(attempt))?.orderId !== id) throw notFound('payment')
    await act(attempt)
    return get(id)
  }

  async function check(attemptId: string) {
    const attempt = await attempts.find(attemptId)
    if (attempt && isManual(attempt.gateway)) throw conflict('A payment in person can’t be checked with a payment service')
    await payments.check(attemptId).catch(explainUnclear)
  }

  return async (app: App) => {
    const response = { 200: OrderDetails }
    const correction = { tags, body: ReasonForm, response, notes: { refuses: [409] } }

    const listed = {
      tags,
      summary: 'List orders, newest first; searches items, email addresses, receipt numbers and gateway references',
      query: OrderQuery,
      item: OrderSummary,
    }
    addListRoute(app, '/admin/orders', listed, list)

    app.post(
      '/admin/owners',
      {
        schema: { tags, summary: `Count the owners of up to ${BULK_ITEMS} items of one kind`, body: OwnedItems, response: { 200: Owners } },
        config: { recentPassword: false },
      },
      ({ body }) => countOwners(body),
    )

    app.get('/admin/orders/:id', { schema: { tags, summary: 'Get an order with its history', params: ItemId, response } }, ({ params }) =>
      get(params.id),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/check',
      {
        schema: {
          tags,
          summary: 'Read the status of a payment from its gateway',
          params: AttemptParams,
          response,
          notes: { refuses: [409] },
        },
        config: { recentPassword: false },
      },
      ({ params }) => withAttempt(params, check),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/refunded',
      {
        schema: {
          ...correction,
          body: RefundForm,
          summary: 'Record that a payment or a part of its amount was refunded at the gateway',
          params: AttemptParams,
        },
        config: { recentPassword: true },
      },
      ({ params, body, actor }) => withAttempt(params, (attempt) => refunds.markRefunded(attempt, body, actor)),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/refunded/undo',
      {
        schema: {
          ...correction,
          summary: 'Restore a payment that was marked as refunded by mistake, or undo the latest recorded partial refund',
          params: AttemptParams,
        },
        config: { recentPassword: true },
      },
      ({ params, body, actor }) => withAttempt(params, (attempt) => refunds.undoRefunded(attempt, body.reason, actor)),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/settle',
      { schema: { ...correction, summary: 'Record that a due refund was paid', params: AttemptParams }, config: { recentPassword: true } },
      ({ params, body, actor }) => withAttempt(params, (attempt) => refunds.settleRefund(attempt, body.reason, actor)),
    )

    app.post(
      '/admin/orders/grants',
      {
        schema: {
          tags,
          summary: 'Grant an item to an email address and send the link by email',
          body: GrantForm,
          response: { 201: OrderDetails },
          notes: { refuses: [404, 409] },
        },
        config: { recentPassword: true },
      },
      async ({ body, actor }) => get((await grants.grant(body, actor)).orderId),
    )

    app.post(
      '/admin/orders/payments',
      {
        schema: {
          tags,
          summary: 'Record a payment in person, and send the receipt with the link to the item by email',
          body: ManualPaymentForm,
          response: { 201: OrderDetails },
          notes: { refuses: [404, 409] },
        },
        config: { recentPassword: true },
      },
      async ({ body, actor }) => get((await recordManualPayment(body, actor)).orderId),
    )

    app.post(
      '/admin/orders/:id/email',
      {
        schema: {
          ...correction,
          body: EmailCorrection,
          summary: 'Correct the email address of a buyer, and send an email to both addresses',
          params: ItemId,
        },
        config: { recentPassword: true },
      },
      async ({ params: { id }, body, actor }) => {
        await buyerMail.correct(id, body, actor)
        return get(id)
      },
    )

    app.post(
      '/admin/orders/:id/mail',
      {
        schema: {
          tags,
          response,
          notes: { refuses: [409] },
          summary: 'Send the receipt or the link of an order by email again',
          params: ItemId,
        },
        config: { recentPassword: false },
      },
      async ({ params: { id }, actor }) => {
        await buyerMail.resend(id, actor)
        return get(id)
      },
    )

    app.post(
      '/admin/orders/:id/grant/revoke',
      { schema: { ...correction, summary: 'Revoke a manual grant', params: ItemId }, config: { recentPassword: true } },
      async ({ params, body, actor }) => {
        await grants.revoke(params.id, body.reason, actor)
        return get(params.id)
      },
    )
  }
}

function explainUnclear(error: unknown): never {
  if (!(error instanceof GatewayUnclearError)) throw error
  throw new ProblemError(503, 'unavailable', 'The payment service gave no clear response', {
    detail: 'Nothing was changed. The status will be checked again automatically, or you can try again in a moment.',
  })
}
