import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { unavailable } from '#server/platform/problems.ts'
import { productVersion } from '#server/platform/product-version.ts'

const RETRY_SECONDS = 5
/** Time limit of each health check, in ms. */
const CHECK_MS = 2500
/** Time limit of optional checks in a readiness request, in ms: a load balancer may give up after a second. */
const OPTIONAL_CHECK_MS = 400

type Checks = Record<string, () => Promise<void>>

const OK = z.object({
  status: z.literal('ok'),
  version: z.string(),
  commit: z.string().nullable().meta({ description: 'First digits of the commit, where it is known' }),
})
const READY = OK.extend({
  failing: z.array(z.string()).optional().meta({ description: 'Unavailable services that are not needed to serve pages' }),
})

/**
 * Adds the health routes: liveness (`/health/live`), readiness (`/health/ready`), and `/health` for monitors, which also fails when an
 * optional service fails. A check is named after its service and rejects when the service is unavailable. An instance is not ready while it
 * shuts down, so that load balancers use another instance; a starting one does not listen yet.
 */
export function healthRoutes({
  checks,
  optionalChecks = {},
  isDraining = () => false,
}: {
  checks: Checks
  optionalChecks?: Checks
  isDraining?: () => boolean
}) {
  const findFailing = shareChecks(checks)
  const findOptionalFailing = shareChecks(optionalChecks)
  return async (app: App) => {
    setBound(app, { constant: 'concurrent requests share one check of the database and the media store' })
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    // The liveness check queries neither database nor media store: restarting every instance during a database outage would only prolong
    // the outage.
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
      async () => ({ status: 'ok' as const, ...productVersion }),
    )

    app.get(
      '/health/ready',
      {
        schema: {
          tags: ['health'],
          summary: 'Check readiness: 200 when the app can serve pages and is neither starting nor stopping',
          response: { 200: READY },
        },
      },
      async (request) => {
        requireRunning()
        const optional = withTimeout(findOptionalFailing(), OPTIONAL_CHECK_MS, { fallback: Object.keys(optionalChecks).map(unanswered) })
        requireAll(request, await findFailing())
        const failing = (await optional).map(({ name }) => name)
        return { status: 'ok' as const, ...productVersion, ...(failing.length > 0 && { failing }) }
      },
    )

    app.get(
      '/health',
      {
        schema: {
          tags: ['health'],
          summary: 'Check health: 200 when the app is ready and all its services respond',
          response: { 200: OK },
        },
      },
      async (request) => {
        requireRunning()
        requireAll(request, (await Promise.all([findFailing(), findOptionalFailing()])).flat())
        return { status: 'ok' as const, ...productVersion }
      },
    )

    function requireRunning() {
      if (isDraining()) throw unavailable('Draining: this app is stopping', { retryAfterSeconds: RETRY_SECONDS })
    }

    function requireAll(request: FastifyRequest, failing: Failing[]) {
      if (failing.length === 0) return
      const failed = failing.map(({ name }) => name)
      // Database outages are not logged here: the control connection has already logged them, and monitors check every few seconds.
      if (failing.some(({ reason }) => !isDatabaseUnavailable(reason)))
        request.log.error({ failed, reasons: failing.map(({ reason }) => String(reason)) }, 'health check failed')
      throw unavailable(`Unavailable: ${failed.join(', ')}`, { retryAfterSeconds: RETRY_SECONDS })
    }
  }
}

type Failing = { name: string; reason: unknown }

const unanswered = (name: string): Failing => ({ name, reason: new Error('No response in time') })

/** Returns a function that runs the checks and returns the failures. Concurrent calls share one run. */
function shareChecks(checks: Checks): () => Promise<Failing[]> {
  let running: Promise<Failing[]> | undefined
  return () => {
    running ??= Promise.all(
      Object.entries(checks).map(([name, check]) => {
        const failing = check().then(
          () => [],
          (reason: unknown) => [{ name, reason }],
        )
        return withTimeout(failing, CHECK_MS, { fallback: [unanswered(name)] })
      }),
    )
      .then((results) => results.flat())
      .finally(() => {
        running = undefined
      })
    return running
  }
}
