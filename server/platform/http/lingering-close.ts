import type { IncomingMessage } from 'node:http'

/**
 * Lets a client that is still sending read the response. Closing a socket with unread bytes resets the connection, and many clients
 * then discard the response. So the rest is read and discarded until the client stops, pauses too long or exceeds a limit.
 */
export function closeLingering(
  request: IncomingMessage,
  { bytes = 1024 ** 3, totalMs = 30_000, silenceMs = 5_000 }: { bytes?: number; totalMs?: number; silenceMs?: number } = {},
) {
  const { socket } = request
  // Requests that tests inject have no real socket.
  if (request.complete || socket?.destroyed !== false || typeof socket.destroySoon !== 'function') return

  let answered = false
  let left = bytes
  const close = () => socket.destroy()
  const total = setTimeout(close, totalMs)
  const silence = setTimeout(close, silenceMs)
  // With `Connection: close`, Node calls this after the last byte of the response.
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
  // Nothing else handles the error of an aborted body.
  request.on('error', () => {})
  socket.once('close', () => {
    clearTimeout(total)
    clearTimeout(silence)
  })
  request.resume()
}
