import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '#server/platform/problems.ts'

const RESOLUTION_MS = 10
const LOOK_EVERY_MS = 1000
const MAX_DELAY_MS = 2000
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses requests while this process is so busy that each step waits for seconds. Looks at nothing but its own clock: reading
 * the process's memory opens a file on Linux, and throws when none can be opened.
 */
export function refuseWhenBusy(app: FastifyInstance) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let meanMs = 0
  const timer = setInterval(() => {
    // Nothing was noted: the process did not come round to it once.
    const mean = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6
    meanMs = mean - RESOLUTION_MS
    delays.reset()
  }, LOOK_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', async () => {
    if (meanMs > MAX_DELAY_MS) throw unavailable('Too busy at the moment', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  })
}
