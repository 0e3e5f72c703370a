import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { demoCatalogue } from '#demo/catalogue.ts'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { accessRoutes } from './features/access/access.routes.ts'
import { adminRoutes } from './features/admins/admins.routes.ts'
import { createAdminService } from './features/admins/admins.service.ts'
import { createAdminStore } from './features/admins/admins.store.ts'
import { createConfirmPassword } from './features/admins/confirm-password.ts'
import { createKnownOriginStore } from './features/admins/known-origins.store.ts'
import { passwordCodes } from './features/admins/password-codes.schema.ts'
import { passwordResetRoutes } from './features/admins/password-reset.routes.ts'
import { createPasswordResetService } from './features/admins/password-reset.service.ts'
import { takeTurn, verifyPassword } from './features/admins/passwords.ts'
import { loginRoutes, sessionRoutes } from './features/admins/sessions.routes.ts'
import { createSessionService } from './features/admins/sessions.service.ts'
import { createSessionStore } from './features/admins/sessions.store.ts'
import { totpRoutes } from './features/admins/totp.routes.ts'
import { createTotpService } from './features/admins/totp.service.ts'
import { createTotpStore } from './features/admins/totp.store.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { createAuditService } from './features/audit/audit.service.ts'
import { createAuditStore } from './features/audit/audit.store.ts'
import { authorAdminRoutes, authorRoutes } from './features/authors/authors.routes.ts'
import { bookAdminRoutes, bookRoutes } from './features/books/books.routes.ts'
import { contactRoutes, messageAdminRoutes } from './features/contact/contact.routes.ts'
import { createContactService } from './features/contact/contact.service.ts'
import { createContactStore } from './features/contact/contact.store.ts'
import { writeNotice } from './features/contact/write-notice.ts'
import { createDemonstration } from './features/demonstration/demonstration.service.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { orderAdminRoutes } from './features/orders/admin/order-admin.routes.ts'
import { salesRoutes } from './features/orders/admin/sales.routes.ts'
import { orderRoutes } from './features/orders/checkout/checkout.routes.ts'
import type { Alert } from './features/orders/payments/apply-status.ts'
import { gatewayRoutes } from './features/orders/payments/notifications.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { podcastAdminRoutes, podcastRoutes } from './features/podcasts/podcasts.routes.ts'
import { purchaseRoutes } from './features/purchases/purchases.routes.ts'
import { rateRoutes } from './features/rates/rates.routes.ts'
import { sandboxRoutes } from './features/sandbox/sandbox.routes.ts'
import { fileLimitRoutes } from './features/uploads/file-limits.routes.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { openCatalogue } from './open-catalogue.ts'
import { openOverview } from './open-overview.ts'
import { openSelling } from './open-selling.ts'
import { type Database, openDatabase, type Transact } from './platform/database/database.ts'
import { createEmailCodes } from './platform/email-codes/email-codes.ts'
import type { Feature } from './platform/feature.ts'
import { readOrCreateSecret } from './platform/files/secret-file.ts'
import type { Gateway } from './platform/gateways/gateway.ts'
import { requestOrigin } from './platform/http/request-origin.ts'
import { createBackgroundWork } from './platform/jobs/background-work.ts'
import { createLoops } from './platform/jobs/loops.ts'
import { openMail } from './platform/mail/open-mail.ts'
import { createSignedUrls } from './platform/media/store/signed-urls.ts'
import { createRateLimits } from './platform/rate-limits/rate-limits.store.ts'

const DEMO_FILES = join(import.meta.dirname, '../demo/files')

export type Services = Awaited<ReturnType<typeof openServices>>

export type ServiceOptions = {
  /** Hears of what went wrong without anybody being told */
  onError?: (error: unknown) => void
  /** Hears of payments that are not as they should be, and when the database is lost and back */
  alert?: Alert
  /** Shows a line to whoever started the app */
  print?: (line: string) => void
  /** Instead of those that the settings choose */
  gateways?: Gateway[]
  now?: () => Date
}

/** Opens database and media store and wires what the features need of each other. Used by the app and by the scripts beside it. */
export async function openServices(config: Config, options: ServiceOptions = {}) {
  await mkdir(config.dataDir, { recursive: true })
  const { alert = console.warn } = options
  const database = await openDatabase({
    ...config.database,
    dataDir: config.dataDir,
    onStatusChange: (text, details) => alert(details, text),
  })
  try {
    return await wireServices(config, database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function wireServices(
  config: Config,
  database: Database,
  { onError = console.error, alert = console.warn, print = () => undefined, gateways: given, now = () => new Date() }: ServiceOptions,
) {
  const { orm } = database
  const transact: Transact = (work) => orm.transaction(work)
  const audit = createAuditService({ store: createAuditStore(orm), orm })
  const { record, recordRefusal } = audit
  const tries = createRateLimits(orm)
  const catalogue = await openCatalogue(config, { database, record, onError })

  const adminStore = createAdminStore(orm)
  const sessionStore = createSessionStore(orm, { idleMinutes: config.sessionIdleMinutes })
  const confirmPassword = createConfirmPassword({ findPasswordHash: adminStore.findPasswordHash, tries })
  const codes = createEmailCodes({ orm, table: passwordCodes, purpose: 'password code', rateLimits: tries, now })
  const admins = createAdminService({
    store: adminStore,
    endSessions: sessionStore.removeOthers,
    spendCodes: codes.spendAll,
    ...{ confirmPassword, transact, record },
  })
  const totp = createTotpService({
    store: createTotpStore(orm),
    findAdmin: adminStore.find,
    issuer: site.brand.name,
    ...{ confirmPassword, tries, transact, record, now },
  })
  const sessions = createSessionService({
    store: sessionStore,
    knownOrigins: createKnownOriginStore(orm),
    tries,
    findAccount: adminStore.findByEmail,
    holdPassword: adminStore.holdPassword,
    checkCode: totp.check,
    transact,
    record,
    recordRefusal,
    sessionHours: config.sessionHours,
    takeTurn,
    verifyPassword,
  })

  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const mail = openMail({
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from ?? { name: site.brand.name, address: site.contact.email },
    folder: join(config.dataDir, 'mail'),
  })
  const passwordReset = createPasswordResetService({
    codes,
    findAccount: adminStore.findByEmail,
    changeAdmin: admins.change,
    mail,
    brand: site.brand.name,
  })
  const contactStore = createContactStore(orm)
  const contact = createContactService({
    store: contactStore,
    transact,
    record,
    now,
    delivery: config.contact.delivery,
    ...(mail.kind === 'smtp' && {
      notify: (message) => mail.send(writeNotice(message, { to: site.contact.email, messagesUrl: `${siteUrl}/admin/messages` })),
    }),
  })

  // Outside production a signing key is made once and kept in the data folder, so that addresses outlive a restart.
  const grants = createSignedUrls(
    config.signingKeys.length > 0 ? config.signingKeys : [await readOrCreateSecret(join(config.dataDir, 'signing.key'))],
  )
  const selling = await openSelling(config, {
    orm,
    transact,
    record,
    catalogue,
    tries,
    mail,
    siteUrl,
    signGrant: grants.sign,
    alert,
    gateways: given,
    now,
  })

  const { books, podcasts, authors, library, uploads, lists } = catalogue
  const demonstration = createDemonstration({
    database,
    print,
    catalogue: demoCatalogue,
    folder: DEMO_FILES,
    library,
    takers: { books, episodes: podcasts, authors },
    isEmpty: async () => {
      const pages = await Promise.all([books.list({ limit: 1 }), podcasts.list({ limit: 1 }), authors.list({ limit: 1 })])
      return pages.every((page) => page.total === 0)
    },
  })
  const backgroundWork = createBackgroundWork()
  const loops = createLoops()

  const overview = openOverview(config, {
    ...{ database, catalogue, selling, admins, contact, contactStore, mail, demonstration, backgroundWork, loops },
  })
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const siteOrigin = (request: FastifyRequest) => requestOrigin(request, config.publicUrl)
  const { access, orders, gateways, sandbox, receipts, purchases, orderAdmin, sales, rates } = selling
  const { limits } = config
  const sweepMedia = async () => {
    const { files, folders } = await library.sweep()
    if (files + folders > 0) print(`Removed what a crash left: ${files} files, ${folders} folders.`)
  }

  const features: Feature[] = [
    { checks: { database: database.check }, jobs: [{ name: 'tries-purge', cron: '*/10 * * * *', run: tries.purge }] },
    {
      publicRoutes: [
        orderRoutes({ ...orders, siteOrigin }),
        gatewayRoutes({ gateways, payments: orders.payments }),
        ...(sandbox ? [sandboxRoutes(sandbox)] : []),
      ],
      adminRoutes: [orderAdminRoutes({ orderAdmin }), salesRoutes({ sales }), rateRoutes({ rates })],
      jobs: [{ name: 'order-purge', cron: '7 * * * *', run: orders.checkout.purge }],
      loops: [{ name: 'payment-reconcile', everySeconds: 3, run: orders.payments.reconcile }],
      startTasks: [
        { name: 'check open payments', run: orders.payments.checkOpenSoon },
        { name: 'recount units sold', run: orders.recountSold },
      ],
    },
    {
      fileRoutes: [
        mediaRoutes({
          ...{ library, signedUrls: grants, mayOpen: access.mayOpen, findFile: catalogue.findFile, responseCache: catalogue.responseCache },
          sentByNginx: config.mediaAccel === 'nginx',
        }),
      ],
      jobs: [{ name: 'media-sweep', cron: '17 * * * *', run: sweepMedia }],
      startTasks: [{ name: 'sweep media', run: sweepMedia }],
      checks: { media: library.store.check },
    },
    {
      adminRoutes: [uploadRoutes({ uploads }), fileLimitRoutes({ limits })],
      jobs: [{ name: 'upload-sweep', cron: '31 * * * *', run: uploads.sweep }],
    },
    { loops: [{ name: 'receipt-mail', everySeconds: 3, run: receipts.sendDue }] },
    {
      publicRoutes: [purchaseRoutes({ purchases })],
      jobs: [{ name: 'code-purge', cron: '53 * * * *', run: purchases.purge }],
    },
    {
      publicRoutes: [accessRoutes({ access, origins: (request) => [siteOrigin(request), ...config.allowedOrigins], secure })],
    },
    {
      publicRoutes: [bookRoutes({ books, lists })],
      adminRoutes: [bookAdminRoutes({ books, library, limits, claimUpload: uploads.claim })],
    },
    {
      publicRoutes: [podcastRoutes({ podcasts, lists })],
      adminRoutes: [podcastAdminRoutes({ podcasts, library, limits, claimUpload: uploads.claim })],
    },
    { publicRoutes: [authorRoutes({ authors, lists })], adminRoutes: [authorAdminRoutes({ authors, library, limits })] },
    { publicRoutes: [contactRoutes({ contact })], adminRoutes: [messageAdminRoutes({ contact })] },
    {
      publicRoutes: [loginRoutes({ sessions, secure }), passwordResetRoutes({ passwordReset })],
      adminRoutes: [adminRoutes({ admins }), sessionRoutes({ sessions }), totpRoutes({ totp })],
      jobs: [
        { name: 'session-purge', cron: '43 * * * *', run: sessions.purge },
        { name: 'password-code-purge', cron: '57 * * * *', run: passwordReset.purge },
      ],
    },
    { adminRoutes: [auditRoutes({ audit })] },
    { adminRoutes: [overviewRoutes({ overview })] },
    { startTasks: config.demo ? [{ name: 'load the demonstration', run: demonstration.loadWhenDue }] : [] },
  ]

  return {
    config,
    database,
    ...catalogue,
    ...selling,
    audit,
    tries,
    admins,
    sessions,
    totp,
    passwordReset,
    mail,
    contact,
    grants,
    demonstration,
    backgroundWork,
    loops,
    overview,
    features,
    // Whatever becomes of the temporary folder: a database left open keeps the process, and its lock.
    close: () => library.close().finally(database.close),
  }
}
