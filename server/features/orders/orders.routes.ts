import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ClientHeader, Order, OrderId, PaymentForm } from '#contracts/order.ts'
import { localPhone } from '#server/platform/gateways/local-phone.ts'
import { ProblemError } from '#server/platform/http/problems.ts'
import type { App } from '#server/platform/http/server.ts'
import type { CheckoutService } from './checkout.service.ts'
import type { PaymentService } from './payments.service.ts'
import type { RecentReadings } from './recent-readings.ts'

const tags = ['orders']

/** Payments begun from one network address. Phones of a whole town may share one. */
const BY_ADDRESS = { most: 300, seconds: 600 }
/** Prompts to one phone: a stranger must not wear its owner out until a PIN is entered. */
const TO_PHONE = { most: 12, seconds: 3600 }

/** What a checkout page does. `siteOrigin` is where the site is reached, for the addresses that a gateway sends the buyer back to. */
export function orderRoutes({
  checkout,
  payments,
  readings,
  countTries,
  siteOrigin,
}: {
  checkout: CheckoutService
  payments: PaymentService
  readings: RecentReadings
  /** Notes a try under a key and answers how many there were within so many seconds */
  countTries: (key: string, seconds: number) => Promise<number>
  siteOrigin: (request: FastifyRequest) => string
}) {
  return async (app: App) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const limit = async (key: string, { most, seconds }: typeof BY_ADDRESS) => {
      if ((await countTries(key, seconds)) > most) throw tooManyPayments(seconds)
    }
    const shared = { tags, params: OrderId, headers: ClientHeader, response: { 200: Order } }

    app.get('/orders/:id', { schema: { ...shared, summary: 'An order; only for the browser that holds it' } }, (request) =>
      checkout.view(request.params.id, request.headers['client-id']),
    )

    app.post(
      '/orders/:id/payments',
      { schema: { ...shared, summary: 'Begin to pay, or go on with the payment that is under way', body: PaymentForm } },
      async (request) => {
        const { id } = request.params
        const clientId = request.headers['client-id']
        const order = await checkout.findHeld(id, clientId)
        await limit(`payment ${request.ip}`, BY_ADDRESS)
        const phone = request.body.phone && localPhone(request.body.phone)
        if (phone) await limit(`prompt ${createHash('sha256').update(phone).digest('base64url')}`, TO_PHONE)
        const page = `${siteOrigin(request)}/checkout/${encodeURIComponent(id)}`
        await payments.pay(order, request.body, { returnUrl: `${page}?back=paid`, cancelUrl: `${page}?back=cancelled` })
        return checkout.view(id, clientId)
      },
    )

    app.post(
      '/orders/:id/check',
      { schema: { ...shared, summary: 'Ask the gateway what became of the payment, unless it was asked a moment ago' } },
      async (request) => {
        const { id } = request.params
        await checkout.findHeld(id, request.headers['client-id'])
        await readings.refresh(id)
        return checkout.view(id, request.headers['client-id'])
      },
    )

    app.post(
      '/orders/:id/cancel',
      { schema: { ...shared, summary: 'Give up the payment that is under way, to pay another way' } },
      async (request) => {
        await payments.cancel(await checkout.findHeld(request.params.id, request.headers['client-id']))
        return checkout.view(request.params.id, request.headers['client-id'])
      },
    )
  }
}

function tooManyPayments(seconds: number) {
  return new ProblemError(429, 'too_many_requests', 'Too many payments were begun', {
    detail: 'Wait a while, then try again. Nothing was charged by this.',
    headers: { 'retry-after': String(seconds) },
  })
}
