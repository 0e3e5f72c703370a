import { ItemId, plainText } from '#contracts/list.ts'
import { GrantForm, OrderDetails, OrderQuery, OrderSummary, Owners, ReasonForm } from '#contracts/order-admin.ts'
import { ProductRef } from '#contracts/product.ts'
import type { App } from '#server/platform/http/server.ts'
import { addListRoute } from '#server/platform/lists/select-page.ts'
import type { OrderAdminService } from './order-admin.service.ts'

const tags = ['orders']
const AttemptParams = ItemId.extend({ attempt: plainText(100).min(1) })

export function orderAdminRoutes({ orderAdmin }: { orderAdmin: OrderAdminService }) {
  return async (app: App) => {
    const response = { 200: OrderDetails }
    const correction = { tags, body: ReasonForm, response, notes: { refuses: [409] } }

    const list = {
      tags,
      summary: 'Orders, the latest first; found by item, e-mail address, or a number on a receipt or at the gateway',
      query: OrderQuery,
      item: OrderSummary,
    }
    addListRoute(app, '/admin/orders', list, orderAdmin.list)

    app.get(
      '/admin/owners',
      { schema: { tags, summary: 'How many own an item', querystring: ProductRef, response: { 200: Owners } } },
      async ({ query }) => ({ owners: await orderAdmin.countOwners(query) }),
    )

    app.get(
      '/admin/orders/:id',
      { schema: { tags, summary: 'An order with all that happened to it', params: ItemId, response } },
      ({ params }) => orderAdmin.get(params.id),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/check',
      { schema: { tags, summary: 'Ask the gateway now what became of a payment', params: AttemptParams, response } },
      ({ params }) => orderAdmin.check(params),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/refunded',
      { schema: { ...correction, summary: 'Note that a payment was given back at the gateway', params: AttemptParams } },
      ({ params, body, actor }) => orderAdmin.markRefunded(params, body.reason, actor),
    )

    app.post(
      '/admin/orders/:id/attempts/:attempt/settle',
      { schema: { ...correction, summary: 'Note that money that was due went back', params: AttemptParams } },
      ({ params, body, actor }) => orderAdmin.settleRefund(params, body.reason, actor),
    )

    app.post(
      '/admin/orders/grants',
      {
        schema: {
          tags,
          summary: 'Open an item for someone by hand',
          body: GrantForm,
          response: { 201: OrderDetails },
          notes: { refuses: [404] },
        },
      },
      async ({ body, actor }, reply) => reply.code(201).send(await orderAdmin.grant(body, actor)),
    )

    app.post(
      '/admin/orders/:id/grant/revoke',
      { schema: { ...correction, summary: 'Take back what was opened by hand', params: ItemId } },
      ({ params, body, actor }) => orderAdmin.revoke(params.id, body.reason, actor),
    )
  }
}
