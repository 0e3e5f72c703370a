import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** More than a client sends ahead that means to read the answers. */
const MAX_WAITING = 16

/**
 * Node hands over all requests of a connection as soon as they are read, although their answers go out one after the other. Who
 * sends a thousand at once would have as many files opened and pages rendered, and whoever works on an answer whose turn never
 * comes is not told when the client leaves. So a request is handed on when its answer may be written, and a connection on
 * which too many wait is cut.
 */
export function limitPipelining(handle: RequestListener, maxWaiting = MAX_WAITING): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node gives a response its connection once the one before it was sent.
    if (response.socket) return handle(request, response)
    const { socket } = request
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= maxWaiting) return void socket.destroy()
    waiting.set(socket, ahead + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      handle(request, response)
    })
  }
}
