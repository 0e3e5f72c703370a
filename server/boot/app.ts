import { acceptMultipart } from '#server/media/upload/multipart-form.ts'
import { onBehalfOf } from '#server/platform/concurrency/current-visitor.ts'
import type { Routes } from '#server/platform/feature.ts'
import type { Drain } from '#server/platform/http/drain.ts'
import type { ObserveResponse } from '#server/platform/http/observe-responses.ts'
import { documentApi } from '#server/platform/http/openapi.ts'
import { requireBounds } from '#server/platform/http/route-bounds.ts'
import { type App, compressResponses, createServer } from '#server/platform/http/server.ts'
import type { Telemetry } from '#server/platform/telemetry/open-telemetry.ts'
import { documentedSchemas, documentedTags } from './documented-schemas.ts'
import { healthRoutes } from './health/health.routes.ts'
import type { Services } from './services.ts'

const ADMINISTRATORS = 'administrators'

/** Creates the app without listening: the API under `/api`, and the features' routes at the root. The caller adds the pages. */
export async function createApp(
  { config, features, admin, serveCached, catalogueVersion, untrustedProxy }: Services,
  {
    drain,
    observeResponse,
    logStream,
    telemetry,
  }: {
    drain?: Drain
    observeResponse?: ObserveResponse
    logStream?: { write: (line: string) => void }
    telemetry?: Pick<Telemetry, 'traceRequests' | 'logStream' | 'logMixin'>
  } = {},
): Promise<App> {
  const app = await createServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    allowedOrigins: config.allowedOrigins,
    publicUrl: config.publicUrl,
    serveCached,
    observeForwarded: untrustedProxy.observe,
    onPageSent: admin.statistics.countPage,
    drain,
    observeResponse,
    logStream: telemetry?.logStream ?? logStream,
    logMixin: telemetry?.logMixin,
  })
  requireBounds(app)
  telemetry?.traceRequests(app)
  // The catalogue version is confirmed before each request except health checks, which must not wait for the database. Data requests of
  // page rendering also run through this hook.
  app.addHook('onRequest', async ({ url }) => {
    if (!catalogueVersion.isCurrent() && !url.startsWith('/api/health')) await catalogueVersion.confirm()
  })
  const checks = Object.assign({}, ...features.map((feature) => feature.checks))
  const optionalChecks = Object.assign({}, ...features.map((feature) => feature.optionalChecks))

  await registerAll(
    app,
    features.flatMap((feature) => feature.siteRoutes ?? []),
  )
  await app.register(
    async (api: App) => {
      await documentApi(api, { schemas: documentedSchemas, tags: documentedTags })
      await registerAll(
        api,
        features.flatMap((feature) => feature.fileRoutes ?? []),
      )

      await api.register(async (data: App) => {
        await compressResponses(data)
        await data.register(healthRoutes({ checks, optionalChecks, isDraining: drain?.isDraining }))
        await registerAll(
          data,
          features.flatMap((feature) => feature.publicRoutes ?? []),
        )

        await data.register(async (scope: App) => {
          // The `no-store` header is set before authentication, so that caches do not store refusals either.
          scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
          scope.addHook('onRequest', admin.requireAdmin)
          // Administrators take turns with visitors, also on a network with many visitors.
          scope.addHook('preValidation', ({ session }, _reply, done) =>
            session ? onBehalfOf({ client: session.id, site: ADMINISTRATORS }, done) : done(),
          )
          scope.addHook('onRoute', (route) => {
            route.schema = { ...route.schema, security: [{ bearer: [] }] }
          })
          admin.protectRoutes(scope)
          acceptMultipart(scope)
          await registerAll(
            scope,
            features.flatMap((feature) => feature.adminRoutes ?? []),
          )
        })
      })
    },
    { prefix: '/api' },
  )
  return app
}

/** Registers each group of routes in its own scope, so that the hooks of one group do not affect another. */
async function registerAll(scope: App, all: Routes[]) {
  for (const routes of all) await scope.register(routes)
}
