import { TestGatewayForm, TestGatewayPayment, TestGatewayReference } from '#contracts/shop/test-gateway.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound } from '#server/platform/problems.ts'
import type { TestGateway, VisibleTestGatewayPayment } from './test-gateway.ts'

/** Registers the routes for the page of the test gateway. Anyone with the reference of a test payment may act as its buyer and bank. */
export function testGatewayRoutes({ actions }: Pick<TestGateway, 'actions'>) {
  return async (app: App) => {
    setBound(app, { constant: 'one test payment' })
    const tags = ['test gateway']
    const url = '/sandbox-gateway/payments/:reference'
    const shared = { tags, params: TestGatewayReference, response: { 200: TestGatewayPayment } }
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.get(url, { schema: { ...shared, summary: 'Get a test payment' } }, async ({ params }) => show(await actions.find(params.reference)))
    app.post(
      url,
      {
        schema: { ...shared, summary: 'Act as the buyer or the bank of a test payment', body: TestGatewayForm, notes: { refuses: [409] } },
      },
      async ({ params, body }) => show(await actions.act(params.reference, body.action)),
    )
  }
}

function show(payment: VisibleTestGatewayPayment | undefined) {
  if (!payment) throw notFound('payment')
  const { reference, title, amountMinor, currency, state, nextState, stateAt, returnUrl, cancelUrl } = payment
  return {
    reference,
    title,
    state,
    returnUrl,
    cancelUrl,
    amount: { currency, minor: amountMinor },
    settlesAt: nextState === 'paid' && stateAt ? stateAt.toISOString() : null,
    actions: [...payment.actions],
  }
}
