import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '#server/platform/problems.ts'

const RESOLUTION_MS = 10
/** A single pause, such as that of a suspended machine, is not load: its waiting requests are served. */
const LOOKS_IN_A_ROW = 2
const RETRY_AFTER_SECONDS = 5

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route responds even while the event loop lags */
    servedWhenBusy?: boolean
  }
}

/** Lets routes that are registered in this scope afterwards respond even while the event loop lags. */
export function serveWhenBusy(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { servedWhenBusy: true, ...route.config }
  })
}

/**
 * Refuses requests while the event loop lags by `maxDelayMs` for several looks, which are `lookEveryMs` apart. @fastify/under-pressure is not used, since it also reads the memory usage, which
 * opens a file on Linux and throws when no file descriptor is available.
 */
export function refuseWhenBusy(app: FastifyInstance, { maxDelayMs = 2000, lookEveryMs = 1000 } = {}) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let laggingLooks = 0
  const timer = setInterval(() => {
    // Without a sample of the delay, the event loop was blocked the whole time.
    const mean = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6
    laggingLooks = mean - RESOLUTION_MS > maxDelayMs ? laggingLooks + 1 : 0
    delays.reset()
  }, lookEveryMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (laggingLooks >= LOOKS_IN_A_ROW && !routeOptions.config.servedWhenBusy)
      throw unavailable('The server is busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  })
}
