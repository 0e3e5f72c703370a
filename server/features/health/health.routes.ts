import { z } from 'zod'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import type { App } from '#server/platform/http/server.ts'
import { unavailable } from '#server/platform/problems.ts'

const RETRY_SECONDS = 5
/** Time limit of each check. */
const CHECK_MS = 2500

/** Each check rejects when what it is named after is unavailable. While the app drains, load balancers should use another app. */
export function healthRoutes({
  checks,
  isDraining = () => false,
}: {
  checks: Record<string, () => Promise<void>>
  isDraining?: (() => boolean) | undefined
}) {
  return async (app: App) => {
    app.get(
      '/health',
      {
        schema: {
          tags: ['health'],
          summary: '200 when database and media store answer and the app is not about to stop',
          response: { 200: z.object({ status: z.literal('ok') }) },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (isDraining()) throw unavailable('Draining: this app is about to stop', { retryAfterSeconds: RETRY_SECONDS })
        const results = await Promise.allSettled(Object.values(checks).map((check) => inTime(check())))
        const failed = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected')
        if (failed.length === 0) return { status: 'ok' as const }
        // The database watch has already logged a lost database, and monitors check every few seconds.
        if (results.some((result) => result.status === 'rejected' && !isDatabaseUnavailable(result.reason)))
          request.log.error(
            { failed, reasons: results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'ok')) },
            'health check failed',
          )
        throw unavailable(`Not answering: ${failed.join(', ')}`, { retryAfterSeconds: RETRY_SECONDS })
      },
    )
  }
}

function inTime(check: Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${CHECK_MS} ms`)), CHECK_MS)
  })
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}
