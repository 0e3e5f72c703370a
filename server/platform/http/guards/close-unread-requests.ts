import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Limits for receiving the rest of a request body after the response was sent: bytes, total time in ms, and time without a byte in ms. */
const MAX_UNREAD_BYTES = 1024 ** 3
const LONGEST_MS = 30_000
const LONGEST_SILENCE_MS = 5_000

export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/** Closes the connection when a response is sent before the whole request body arrived, and gives the client time to read the response. */
export function closeUnreadRequests(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!hasBody(raw) || raw.complete) return
    // The hook waits one turn of the event loop, since a body that arrived together with the headers may not be parsed yet.
    await setImmediate()
    if (raw.complete) return
    reply.header('connection', 'close')
    closeLingering(raw)
  })
}

/**
 * Lets a client that is still sending a body read the response. Closing a socket with unread bytes resets the connection, and many clients
 * then discard the response. The rest of the body is therefore discarded until the client stops, pauses too long or exceeds a limit.
 */
function closeLingering(request: IncomingMessage) {
  const { socket } = request
  // Injected test requests have no real socket.
  if (request.complete || socket?.destroyed !== false || typeof socket.destroySoon !== 'function') return

  let answered = false
  let left = MAX_UNREAD_BYTES
  const close = () => socket.destroy()
  const total = setTimeout(close, LONGEST_MS)
  const silence = setTimeout(close, LONGEST_SILENCE_MS)
  // Node calls `destroySoon` after the last byte of a response with `Connection: close`.
  socket.destroySoon = () => {
    answered = true
    socket.end()
  }
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    silence.refresh()
    if (left < 0) close()
  })
  request.once('end', () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    if (answered) socket.destroySoon()
  })
  // A listener prevents an error from an aborted body from ending the process.
  request.on('error', () => {})
  socket.once('close', () => {
    clearTimeout(total)
    clearTimeout(silence)
  })
  request.resume()
}
