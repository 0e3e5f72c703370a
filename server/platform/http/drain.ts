import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Time in ms that an idle keep-alive connection stays open for a request that may be in transit. */
const QUIET_MS = 300
const LOOK_MS = 25
/** Time limit in ms for accepting queued connections before listening stops, if more connections keep arriving. */
const LAST_TAKEN_MS = 1000

export type Drain = ReturnType<typeof createDrain>

/**
 * Stops HTTP servers without failing a request: late requests get a response with `Connection: close`. Node's own `close` immediately cuts
 * keep-alive connections, even if a request is arriving.
 */
export function createDrain({ quietMs = QUIET_MS } = {}) {
  const servers: HttpServer[] = []
  const sockets = new Set<Socket>()
  let taken = 0
  let isDraining = false

  /** Accepts the connections in the system's backlog, which would otherwise be reset. Node accepts one in each turn of its event loop. */
  async function takeQueued() {
    const end = performance.now() + LAST_TAKEN_MS
    for (let before = -1; before !== taken && performance.now() < end; ) {
      before = taken
      await afterReading()
    }
  }

  /** Adds `Connection: close` to pending and later responses. */
  function announce() {
    for (const socket of sockets) endAfter(currentAnswer(socket))
    for (const server of servers)
      server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => endAfter(response))
  }

  function stopListening() {
    // Only the underlying net server is closed: `close` of the HTTP server would cut keep-alive connections.
    for (const server of servers) if (server.listening) NetServer.prototype.close.call(server)
  }

  /** Closes each connection that has no pending response and has been idle for a moment. Resolves when no connection is left. */
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
    /** Returns true once draining has begun; the instance is then not ready */
    isDraining: () => isDraining,

    /** Tracks the connections of a server. Must be called before the server listens. */
    follow: (server: HttpServer) => {
      servers.push(server)
      server.on('connection', (socket: Socket) => {
        taken++
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
    },

    /**
     * Stops the servers. Resolves when every connection is closed.
     * @param graceMs time during which new connections are still accepted, so that a load balancer notices that the instance is not ready
     * @param finishMs time limit for pending requests after the grace period
     */
    run: async ({ graceMs, finishMs }: { graceMs: number; finishMs: number }): Promise<void> => {
      isDraining = true
      if (graceMs > 0) {
        // During the grace period, keep-alive connections of a load balancer close one by one after a response, not all at once.
        announce()
        await delay(graceMs)
      }
      await takeQueued()
      stopListening()
      // Without a grace period, `Connection: close` is sent only after listening has stopped: clients reconnect immediately, and must not
      // reach this instance again.
      if (graceMs === 0) announce()
      await closeQuiet(AbortSignal.timeout(finishMs))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Resolves after pending connections and bytes were read: closing a connection with unread bytes resets it. */
function afterReading(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** Returns the response in progress on a connection. */
function currentAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | undefined {
  return socket._httpMessage ?? undefined
}

function endAfter(response: ServerResponse | undefined) {
  if (response && !response.headersSent) response.shouldKeepAlive = false
}
