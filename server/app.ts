import type { FastifyRequest } from 'fastify'
import { documentedSchemas } from './documented-schemas.ts'
import { accessRoutes } from './features/access/access.routes.ts'
import { adminRoutes } from './features/admins/admins.routes.ts'
import { passwordResetRoutes } from './features/admins/password-reset.routes.ts'
import { requireAdmin } from './features/admins/require-admin.ts'
import { loginRoutes, sessionRoutes } from './features/admins/sessions.routes.ts'
import { totpRoutes } from './features/admins/totp.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { authorAdminRoutes, authorRoutes } from './features/authors/authors.routes.ts'
import { bookAdminRoutes, bookRoutes } from './features/books/books.routes.ts'
import { contactRoutes, messageAdminRoutes } from './features/contact/contact.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { orderAdminRoutes } from './features/orders/admin/order-admin.routes.ts'
import { salesRoutes } from './features/orders/admin/sales.routes.ts'
import { orderRoutes } from './features/orders/checkout/checkout.routes.ts'
import { gatewayRoutes } from './features/orders/payments/notifications.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { podcastAdminRoutes, podcastRoutes } from './features/podcasts/podcasts.routes.ts'
import { purchaseRoutes } from './features/purchases/purchases.routes.ts'
import { rateRoutes } from './features/rates/rates.routes.ts'
import { sandboxRoutes } from './features/sandbox/sandbox.routes.ts'
import { fileLimitRoutes } from './features/uploads/file-limits.routes.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { documentApi } from './platform/http/documentation.ts'
import type { Drain } from './platform/http/drain.ts'
import { requestOrigin } from './platform/http/request-origin.ts'
import { type App, compressAnswers, createServer } from './platform/http/server.ts'
import { acceptMultipart } from './platform/media/intake/multipart-form.ts'
import type { Services } from './services.ts'

/** The whole API under `/api`, not yet listening. Pages are added by the caller. */
export async function createApp(
  services: Services,
  { drain, logStream }: { drain?: Drain; logStream?: { write: (line: string) => void } } = {},
): Promise<App> {
  const {
    config,
    database,
    library,
    findFile,
    grants,
    answers,
    lists,
    books,
    podcasts,
    authors,
    admins,
    sessions,
    totp,
    passwordReset,
    audit,
    access,
    contact,
    rates,
    overview,
    uploads,
    orders,
    purchases,
    orderAdmin,
    sales,
    gateways,
    sandbox,
  } = services
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const app = await createServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    allowedOrigins: config.allowedOrigins,
    secure,
    answerAgain: answers.answerAgain,
    ...(drain && { drain }),
    ...(logStream && { logStream }),
  })
  const origins = (request: FastifyRequest) => [requestOrigin(request, config.publicUrl), ...config.allowedOrigins]

  await app.register(
    async (api: App) => {
      await documentApi(api, { schemas: documentedSchemas })
      // Bytes of media are never compressed; they have a scope of their own.
      await api.register(
        mediaRoutes({ library, findFile, grants, mayOpen: access.mayOpen, answers, sentByNginx: config.mediaAccel === 'nginx' }),
      )

      await api.register(async (data: App) => {
        await compressAnswers(data)
        await data.register(
          healthRoutes({ checks: { database: database.check, media: library.store.check }, isDraining: drain?.isDraining }),
        )
        await data.register(bookRoutes({ books, lists }))
        await data.register(podcastRoutes({ podcasts, lists }))
        await data.register(authorRoutes({ authors, lists }))
        await data.register(accessRoutes({ access, origins, secure }))
        await data.register(orderRoutes({ ...orders, siteOrigin: (request) => requestOrigin(request, config.publicUrl) }))
        await data.register(gatewayRoutes({ gateways, payments: orders.payments }))
        if (sandbox) await data.register(sandboxRoutes(sandbox))
        await data.register(purchaseRoutes({ purchases }))
        await data.register(contactRoutes({ contact }))
        await data.register(loginRoutes({ sessions, secure }))
        await data.register(passwordResetRoutes({ passwordReset }))

        await data.register(async (admin: App) => {
          // First, so that a refusal is kept by nobody either.
          admin.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
          admin.addHook('onRequest', requireAdmin(sessions.authenticate))
          admin.addHook('onRoute', (route) => {
            route.schema = { ...route.schema, security: [{ bearer: [] }] }
          })
          acceptMultipart(admin)
          await admin.register(adminRoutes({ admins }))
          await admin.register(sessionRoutes({ sessions }))
          await admin.register(totpRoutes({ totp }))
          await admin.register(auditRoutes({ audit }))
          await admin.register(overviewRoutes({ overview }))
          await admin.register(bookAdminRoutes({ books, library, limits: config.limits, takeUpload: uploads.take }))
          await admin.register(podcastAdminRoutes({ podcasts, library, limits: config.limits, takeUpload: uploads.take }))
          await admin.register(authorAdminRoutes({ authors, library, limits: config.limits }))
          await admin.register(messageAdminRoutes({ contact }))
          await admin.register(orderAdminRoutes({ orderAdmin }))
          await admin.register(salesRoutes({ sales }))
          await admin.register(rateRoutes({ rates }))
          await admin.register(uploadRoutes({ uploads }))
          await admin.register(fileLimitRoutes({ limits: config.limits }))
        })
      })
    },
    { prefix: '/api' },
  )
  return app
}
