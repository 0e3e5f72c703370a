import type { Socket } from 'node:net'

/**
 * While a request that has been received is worked on, nothing moves on its connection, however well all is: files may wait
 * their turn to be opened and then take a while. So the connection may be idle until the returned function is called.
 */
export function suspendIdleTimeout(socket: Socket): () => void {
  // Requests that are injected in tests have no real socket.
  if (typeof socket.setTimeout !== 'function') return () => {}
  const limit = socket.timeout ?? 0
  socket.setTimeout(0)
  return () => {
    if (!socket.destroyed) socket.setTimeout(limit)
  }
}
