import type { GatewayMessage } from '#server/shop/gateways/gateway.ts'
import { openLoopbackServer } from './loopback-server.ts'

/** Receives a gateway's notifications in place of the shop, and records them unchanged. */
export async function openNotificationReceiver() {
  const messages: GatewayMessage[] = []
  let refusals = 0
  const server = await openLoopbackServer(({ body, headers }) => {
    messages.push({ body, headers })
    if (refusals > 0) {
      refusals--
      return { status: 503 }
    }
    return { type: 'text/plain', body: 'ok' }
  })
  return {
    ...server,
    messages,
    /** Responds to the next `times` notifications with an error */
    refuse: (times: number) => {
      refusals = times
    },
  }
}
