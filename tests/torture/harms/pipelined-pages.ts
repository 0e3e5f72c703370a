import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const FROM = '127.0.0.66'
const PATIENCE_MS = 60_000

/**
 * Sends `each` requests at once on every one of `connections`, each for a page that nobody asked for before, and reads the answers.
 * Answers how many had each status.
 */
export async function pipelinePages(
  { url }: { url: string; pid?: number | undefined },
  { connections = 20, each = 100 }: { connections?: number; each?: number } = {},
  during: () => Promise<void> = async () => undefined,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const talks = Array.from({ length: connections }, () => pipeline(url, each, (status) => (statuses[status] = (statuses[status] ?? 0) + 1)))
  await during()
  await Promise.all(talks)
  return statuses
}

/** Until as many answers have come as were asked for, or the connection is closed. */
function pipeline(url: string, each: number, onStatus: (status: string) => void): Promise<void> {
  const { hostname, port } = new URL(url)
  const request = () => `GET /bookshop?q=${randomBytes(8).toString('hex')} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br\r\n\r\n`
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: FROM })
    let [left, rest] = [each, '']
    socket.on('data', (bytes: Buffer) => {
      const text = rest + bytes.toString('latin1')
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        onStatus(status)
        left -= 1
      }
      // A status line may be cut in two.
      rest = text.slice(Math.max(0, text.lastIndexOf('HTTP/1.1') + 9, text.length - 12))
      if (left <= 0) socket.destroy()
    })
    socket.on('error', () => undefined).on('close', () => resolve())
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.write(Array.from({ length: each }, request).join(''))
  })
}
