import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { unavailable } from '#server/platform/problems.ts'

const RETRY_SECONDS = 5
/** Time limit of each check. */
const CHECK_MS = 2500

const OK = z.object({ status: z.literal('ok') })
const READY = {
  tags: ['health'],
  summary: 'Check readiness: 200 when the database and the media store respond and the app is neither starting nor stopping',
  response: { 200: OK },
}

/**
 * Routes for readiness (`ready`, and the same as `/health` for monitors) and liveness (`live`). Each check rejects when the dependency that
 * it is named after is unavailable. While the app renders its first pages, the longest part of a start, and while it drains, load balancers
 * should use another app.
 */
export function healthRoutes({
  checks,
  isStarting = () => false,
  isDraining = () => false,
}: {
  checks: Record<string, () => Promise<void>>
  isStarting?: (() => boolean) | undefined
  isDraining?: (() => boolean) | undefined
}) {
  let looking: ReturnType<typeof lookAt> | undefined
  return async (app: App) => {
    setBound(app, { constant: 'concurrent requests share one check of the database and the media store' })
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    // Queries neither database nor store: restarting every app because the database is unavailable would only add to the outage.
    app.get(
      '/health/live',
      {
        schema: {
          tags: ['health'],
          summary: 'Check liveness: 200 while the process responds, regardless of the database',
          response: { 200: OK },
        },
        config: { servedWhenBusy: true },
      },
      async () => ({ status: 'ok' as const }),
    )

    for (const path of ['/health/ready', '/health']) app.get(path, { schema: READY }, ready)

    async function ready(request: FastifyRequest) {
      if (isDraining()) throw unavailable('Draining: this app is stopping', { retryAfterSeconds: RETRY_SECONDS })
      if (isStarting()) throw unavailable('Starting: this app is rendering its first pages', { retryAfterSeconds: 1 })
      looking ??= lookAt(checks).finally(() => {
        looking = undefined
      })
      const results = await looking
      const failed = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected')
      if (failed.length === 0) return { status: 'ok' as const }
      // The control connection has already logged that the database is unavailable, and monitors check every few seconds.
      if (results.some((result) => result.status === 'rejected' && !isDatabaseUnavailable(result.reason)))
        request.log.error(
          { failed, reasons: results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'ok')) },
          'health check failed',
        )
      throw unavailable(`Unavailable: ${failed.join(', ')}`, { retryAfterSeconds: RETRY_SECONDS })
    }
  }
}

function lookAt(checks: Record<string, () => Promise<void>>) {
  const error = () => new Error(`No response within ${CHECK_MS} ms`)
  return Promise.allSettled(Object.values(checks).map((check) => withTimeout(check(), CHECK_MS, { error })))
}
