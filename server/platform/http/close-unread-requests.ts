import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeLingering } from './lingering-close.ts'

export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/** Closes the connection when a response is sent before the whole request body arrived, and gives the client time to read the response. */
export function closeUnreadRequests(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!hasBody(raw) || raw.complete) return
    // A body that arrived together with the head may not be parsed yet.
    await setImmediate()
    if (raw.complete) return
    reply.header('connection', 'close')
    closeLingering(raw)
  })
}
