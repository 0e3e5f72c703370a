import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type GatewayMessage, type Notification, UntrustedMessageError } from '#server/shop/gateways/gateway.ts'

const SIGNATURE_HEADER = 'x-sandbox-signature'

/** Writes and verifies the test gateway's notifications. */
export function createTestGatewayMessages(key: string) {
  const sign = (body: string) => createHmac('sha256', key).update(body).digest('hex')

  return {
    write: (content: { reference: string; state: string; at: Date }): GatewayMessage => {
      const body = JSON.stringify(content)
      return { body, headers: { [SIGNATURE_HEADER]: sign(body) } }
    },

    verify: ({ body, headers }: GatewayMessage): Notification => {
      const given = Buffer.from(String(headers[SIGNATURE_HEADER] ?? ''))
      const wanted = Buffer.from(sign(body))
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new UntrustedMessageError('The signature is invalid')
      const { reference } = JSON.parse(body) as { reference: string }
      return { reference, messageId: createHash('sha256').update(`sandbox\n${body}`).digest('hex') }
    },
  }
}
