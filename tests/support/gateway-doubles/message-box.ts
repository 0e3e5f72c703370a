import type { GatewayMessage } from '#server/platform/gateways/gateway.ts'
import { openLoopbackServer } from './loopback-server.ts'

/** Takes the messages of a gateway in the shop's place, and keeps them as they came. */
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
    /** Answers so many messages with an error */
    refuse: (times: number) => {
      refusals = times
    },
  }
}
