import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of queued requests per connection, more than a well-behaved client pipelines. */
const MAX_WAITING = 16

/**
 * Handles pipelined requests sequentially, and closes a connection with too many queued requests. Node emits pipelined requests as soon as
 * they are parsed, so one client could make the server open thousands of files or render thousands of pages concurrently.
 */
export function limitPipelining(handle: RequestListener, maxWaiting = MAX_WAITING): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // The response is first in line if it has a socket, which Node assigns once the previous response was sent.
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
