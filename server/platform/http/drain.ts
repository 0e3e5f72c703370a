import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a kept connection may yet bring a request that was under way to us, before it is closed. */
const QUIET_MS = 300
const LOOK_MS = 25
/** How long connections are taken that were made before we stopped listening, while ever more come. */
const LAST_TAKEN_MS = 1000

export type Drain = ReturnType<typeof createDrain>

/**
 * Ends the service of HTTP servers without failing a request: whoever asks meanwhile is answered and told that the connection
 * closes, so that the next request comes on another connection, to whoever listens then. Node's own `close` cuts kept connections
 * at once, also those on which a request is just arriving.
 */
export function createDrain({ quietMs = QUIET_MS } = {}) {
  const servers: HttpServer[] = []
  const sockets = new Set<Socket>()
  let taken = 0
  let isDraining = false

  /** Takes the connections that stand in the system's queue, which would be reset: Node takes one in each turn of its loop. */
  async function takeQueued() {
    const end = performance.now() + LAST_TAKEN_MS
    for (let before = -1; before !== taken && performance.now() < end; ) {
      before = taken
      await afterReading()
    }
  }

  /** Tells the clients of requests under way and to come that their connection closes. */
  function announce() {
    for (const socket of sockets) endAfter(currentAnswer(socket))
    for (const server of servers)
      server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => endAfter(response))
  }

  function stopListening() {
    // The net server's part of closing alone: the HTTP server's would cut kept connections.
    for (const server of servers) if (server.listening) NetServer.prototype.close.call(server)
  }

  /** Closes each connection once nothing is answered on it and nothing has come for a moment. Resolves when none is left. */
  async function closeQuiet(signal: AbortSignal) {
    const seen = new Map<Socket, { bytes: number; at: number }>()
    while (sockets.size > 0 && !signal.aborted) {
      await afterReading()
      const now = performance.now()
      for (const socket of sockets) {
        const before = seen.get(socket)
        const isBusy = currentAnswer(socket) !== undefined || before?.bytes !== socket.bytesRead
        if (isBusy || !before) seen.set(socket, { bytes: socket.bytesRead, at: now })
        else if (now - before.at >= quietMs) socket.destroy()
      }
      await delay(LOOK_MS)
    }
  }

  return {
    /** Whether it was begun: readiness says no from then on */
    isDraining: () => isDraining,

    /** Follows the connections of a server from before it listens. */
    follow: (server: HttpServer) => {
      servers.push(server)
      server.on('connection', (socket: Socket) => {
        taken++
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
    },

    /**
     * Ends the service. Resolves when every connection is closed.
     * @param noticeMs how long new connections are still taken, for a balancer to notice by the health check that they should not come
     * @param graceMs how long requests under way may take after that; then they are cut
     */
    run: async ({ noticeMs, graceMs }: { noticeMs: number; graceMs: number }): Promise<void> => {
      isDraining = true
      if (noticeMs > 0) await delay(noticeMs)
      await takeQueued()
      stopListening()
      // Not before: whoever is told so comes again at once, and should find us gone.
      announce()
      await closeQuiet(AbortSignal.timeout(graceMs))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Resolves after what has arrived by now was taken and read: closing a connection with unread bytes in it resets it. */
function afterReading(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** The answer that is being made or sent on a connection. */
function currentAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | undefined {
  return socket._httpMessage ?? undefined
}

function endAfter(response: ServerResponse | undefined) {
  if (response && !response.headersSent) response.shouldKeepAlive = false
}
