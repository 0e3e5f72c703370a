import { z } from 'zod'
import { ProblemError } from '#server/platform/http/problems.ts'
import type { App } from '#server/platform/http/server.ts'

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
        if (isDraining()) throw new ProblemError(503, 'unavailable', 'Draining: this app is about to stop')
        const results = await Promise.allSettled(Object.values(checks).map((check) => check()))
        const failed = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected')
        if (failed.length === 0) return { status: 'ok' as const }
        request.log.error(
          { failed, reasons: results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'ok')) },
          'health check failed',
        )
        throw new ProblemError(503, 'unavailable', `Not answering: ${failed.join(', ')}`)
      },
    )
  }
}
