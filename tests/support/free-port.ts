import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Port range below the ports that systems assign to outgoing connections and to servers without a fixed port. In the assigned ranges a free
 * port could be taken at any time.
 */
const [LOWEST, ABOVE_HIGHEST] = [12_000, 32_000]

/** Returns a port that was free a moment ago, for a server whose URL must be known before it listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, ABOVE_HIGHEST)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error
        return false
      },
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
