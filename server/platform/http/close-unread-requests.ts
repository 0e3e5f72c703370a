import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeLingering } from './lingering-close.ts'

export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/**
 * Closes a connection whose request was answered before all of it came: nobody wants the rest, and it could take hours. The
 * client is given a while to read why.
 */
export function closeUnreadRequests(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!hasBody(raw) || raw.complete) return
    // What came together with the head may only now be looked at.
    await setImmediate()
    if (raw.complete) return
    reply.header('connection', 'close')
    closeLingering(raw)
  })
}
