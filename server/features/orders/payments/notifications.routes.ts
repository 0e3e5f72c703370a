import { z } from 'zod'
import type { GatewayName } from '#contracts/payment.ts'
import { type Gateway, GatewayUnclearError, UntrustedMessageError } from '#server/platform/gateways/gateway.ts'
import type { App } from '#server/platform/http/server.ts'
import { malformed } from '#server/platform/problems.ts'
import type { PaymentService } from './payments.service.ts'

/** Where each gateway posts its messages. */
const ADDRESSES: Record<GatewayName, string> = {
  paynow: '/gateways/paynow/result',
  stripe: '/gateways/stripe/webhook',
  sandbox: '/gateways/sandbox/message',
}

const CONTENT_TYPE: Record<GatewayName, string> = {
  paynow: 'application/x-www-form-urlencoded',
  stripe: 'application/json',
  sandbox: 'text/plain',
}

/** More than any gateway sends. */
const MESSAGE_BYTES = 64 * 1024

/** Takes messages of gateways: verified, stored, answered, and only then looked into. Of one that changes nothing, one line says why. */
export function gatewayRoutes({ gateways, payments }: { gateways: Gateway[]; payments: PaymentService }) {
  return async (app: App) => {
    // Signatures cover the bytes, so nothing is parsed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MESSAGE_BYTES }, (_request, body, done) => done(null, body))

    for (const gateway of gateways) {
      const schema = {
        tags: ['orders'],
        summary: `Messages of the payment gateway ${gateway.name}`,
        produces: ['text/plain'],
        response: { 200: z.string() },
        notes: { contentType: CONTENT_TYPE[gateway.name] },
      }
      app.post(ADDRESSES[gateway.name], { schema }, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : ''
        const hint = verify(gateway, { body, headers: request.headers }, (reason) =>
          request.log.warn({ gateway: gateway.name, reason }, 'a gateway message was refused'),
        )
        const heard = hint && (await payments.hear(gateway.name, hint, body))
        reply.header('cache-control', 'no-store').type('text/plain').send('ok')
        if (heard && 'ignored' in heard) {
          // Gateways repeat themselves as a matter of course.
          const level = heard.ignored === 'it came before' ? 'info' : 'warn'
          request.log[level]({ gateway: gateway.name, reason: heard.ignored }, 'a gateway message was ignored')
        } else if (heard) {
          payments.check(heard.attemptId).catch((error: unknown) => {
            // That a gateway can't be asked was told already.
            if (!(error instanceof GatewayUnclearError)) request.log.error({ err: error }, 'a payment is read again later')
          })
        }
        return reply
      })
    }
  }
}

function verify(gateway: Gateway, message: Parameters<Gateway['verify']>[0], onRefused: (reason: string) => void) {
  try {
    return gateway.verify(message)
  } catch (error) {
    if (!(error instanceof UntrustedMessageError)) throw error
    onRefused(error.message)
    throw malformed('This message is not one that is believed.')
  }
}
