import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Time that an idle keep-alive connection stays open for a request that is still on its way. */
const QUIET_MS = 300
const LOOK_MS = 25
/** Time limit for accepting queued connections before listening stops, if more keep arriving. */
const LAST_TAKEN_MS = 1000

export type Drain = ReturnType<typeof createDrain>

/**
 * Stops HTTP servers without failing a request: requests that still arrive get a response with `Connection: close`. Node's own `close`
 * immediately cuts keep-alive connections, even those on which a request is arriving.
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

  /** Sends `Connection: close` with pending and later responses. */
  function announce() {
    for (const socket of sockets) endAfter(currentAnswer(socket))
    for (const server of servers)
      server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => endAfter(response))
  }

  function stopListening() {
    // Closes only the net server: `close` of the HTTP server would cut keep-alive connections.
    for (const server of servers) if (server.listening) NetServer.prototype.close.call(server)
  }

  /** Closes each connection once it has no pending response and has been quiet for a moment. Resolves when none is left. */
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
    /** True once draining has begun; the app is then not ready */
    isDraining: () => isDraining,

    /** Tracks the connections of a server. Call it before the server listens. */
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
     * @param graceMs time during which new connections are still accepted, so that a load balancer notices that the app is not ready
     * @param finishMs time limit for pending requests after the grace period
     */
    run: async ({ graceMs, finishMs }: { graceMs: number; finishMs: number }): Promise<void> => {
      isDraining = true
      if (graceMs > 0) {
        // A load balancer's keep-alive connections close one by one, each with a response, instead of all together.
        announce()
        await delay(graceMs)
      }
      await takeQueued()
      stopListening()
      // Without a grace period, announced only now: clients reconnect immediately after `Connection: close`, and must not reach this app
      // again.
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
