import { z } from 'zod'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { malformed } from '#server/platform/problems.ts'
import { type Gateway, type GatewayMessage, ignoreUnclear, UntrustedMessageError } from '#server/shop/gateways/gateway.ts'
import { endpointOf } from '#server/shop/gateways/open-gateways.ts'
import type { Payments } from '#server/shop/orders/order-deps.ts'

/** Size limit of a notification, larger than any notification of a gateway. */
const MAX_BYTES = 64 * 1024

/**
 * Registers the routes for notifications of the gateways. Each notification is verified, stored and acknowledged before the payment is
 * checked. The reason for an ignored notification is logged.
 */
export function notificationRoutes({ gateways, payments }: { gateways: Gateway[]; payments: Payments }) {
  return async (app: App) => {
    setBound(app, { constant: 'the signature check of at most 64 KB, and one payment attempt' })
    // Request bodies are not parsed because signatures cover the raw bytes.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body))

    for (const gateway of gateways) {
      const { url, contentType } = endpointOf(gateway.name)
      const schema = {
        tags: ['orders'],
        summary: `Receive notifications from the payment gateway ${gateway.name}`,
        produces: ['text/plain'],
        response: { 200: z.string() },
        notes: { contentType },
      }
      app.post(url, { schema }, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : ''
        const notification = verify(gateway, { body, headers: request.headers }, (reason) =>
          request.log.warn({ gateway: gateway.name, reason }, 'refused a gateway notification'),
        )
        const result = notification && (await payments.receiveNotification(gateway.name, notification, body))
        reply.header('cache-control', 'no-store').type('text/plain').send('ok')
        if (result && 'ignored' in result) {
          // Repeated notifications and notifications about other sales in the gateway account are normal.
          const level = result.ignored === 'duplicate' || result.ignored === 'other_sale' ? 'info' : 'warn'
          request.log[level]({ gateway: gateway.name, reason: result.ignored }, 'ignored a gateway notification')
        } else if (result) {
          // Errors are ignored here because the check itself reports an unreachable gateway.
          payments
            .check(result.attemptId)
            .catch(ignoreUnclear)
            .catch((error: unknown) =>
              request.log.error({ err: error }, 'checking a payment after a notification failed; it will be retried'),
            )
        }
        return reply
      })
    }
  }
}

function verify(gateway: Gateway, message: GatewayMessage, onRefused: (reason: string) => void) {
  try {
    return gateway.verify(message)
  } catch (error) {
    if (!(error instanceof UntrustedMessageError)) throw error
    onRefused(error.message)
    throw malformed('The message could not be verified.')
  }
}
