import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '#server/platform/problems.ts'

const RESOLUTION_MS = 10
const LOOK_EVERY_MS = 1000
const MAX_DELAY_MS = 2000
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
 * Refuses requests while the event loop lags by seconds. @fastify/under-pressure is not used, since it also reads the memory usage, which
 * opens a file on Linux and throws when no file descriptor is available.
 */
export function refuseWhenBusy(app: FastifyInstance) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let meanMs = 0
  const timer = setInterval(() => {
    // Without a sample of the delay, the event loop was blocked the whole time.
    const mean = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6
    meanMs = mean - RESOLUTION_MS
    delays.reset()
  }, LOOK_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (meanMs > MAX_DELAY_MS && !routeOptions.config.servedWhenBusy)
      throw unavailable('The server is busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  })
}
