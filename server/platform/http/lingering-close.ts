import type { IncomingMessage } from 'node:http'

/**
 * Lets a client that is still sending read our refusal. Closing a socket with unread bytes in it resets the connection,
 * and many clients then throw away the answer that had already arrived. So what still comes is read and thrown away, until
 * the client stops, falls silent, or has had its share; our side of the connection is closed right after the answer.
 */
export function closeLingering(
  request: IncomingMessage,
  { bytes = 1024 ** 3, totalMs = 30_000, silenceMs = 5_000 }: { bytes?: number; totalMs?: number; silenceMs?: number } = {},
) {
  const { socket } = request
  // Requests that are injected in tests have no real socket.
  if (request.complete || socket?.destroyed !== false || typeof socket.destroySoon !== 'function') return

  let answered = false
  let left = bytes
  const close = () => socket.destroy()
  const total = setTimeout(close, totalMs)
  const silence = setTimeout(close, silenceMs)
  // With `Connection: close`, node calls this after the last byte of the answer.
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
  // An aborted body raises an error that nobody else awaits any more.
  request.on('error', () => {})
  socket.once('close', () => {
    clearTimeout(total)
    clearTimeout(silence)
  })
  request.resume()
}
