import type { Socket } from 'node:net'

/**
 * Suspends the idle time-out of a connection until the returned function is called: while the files of a received request are inspected,
 * nothing is sent.
 */
export function suspendIdleTimeout(socket: Socket): () => void {
  // Requests that tests inject have no real socket.
  if (typeof socket.setTimeout !== 'function') return () => {}
  const limit = socket.timeout ?? 0
  socket.setTimeout(0)
  return () => {
    if (!socket.destroyed) socket.setTimeout(limit)
  }
}
