import { z } from 'zod'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import type { App } from '#server/platform/http/server.ts'
import { unavailable } from '#server/platform/problems.ts'

const RETRY_SECONDS = 5
/** What has not answered within this time doesn't. */
const CHECK_MS = 2500

/** `checks` throw when what they are named after does not answer. While the app is draining, requests should go elsewhere. */
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
        // That the database is away was said when it was lost; monitors ask every few seconds.
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
