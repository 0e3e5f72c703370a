import type { GatewayMessage } from '#server/platform/gateways/gateway.ts'
import { openLoopbackServer } from './loopback-server.ts'

/** Receives a gateway's messages in place of the shop, and stores them unchanged. */
export async function openMessageBox() {
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
    /** Answers the next messages with an error, so many times */
    refuse: (times: number) => {
      refusals = times
    },
  }
}
