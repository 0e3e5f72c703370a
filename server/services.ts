import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoCatalogue } from '#demo/catalogue.ts'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { accessRoutes } from './features/access/access.routes.ts'
import { openAdmins } from './features/admins/open-admins.ts'
import { openAudit } from './features/audit/open-audit.ts'
import { openAuthors } from './features/authors/open-authors.ts'
import { openBooks } from './features/books/open-books.ts'
import { openContact } from './features/contact/open-contact.ts'
import { createDemonstration } from './features/demonstration/demonstration.service.ts'
import { openMedia } from './features/media/open-media.ts'
import { orderAdminRoutes } from './features/orders/admin/order-admin.routes.ts'
import { salesRoutes } from './features/orders/admin/sales.routes.ts'
import { orderRoutes } from './features/orders/checkout/checkout.routes.ts'
import type { Alert } from './features/orders/payments/apply-status.ts'
import { gatewayRoutes } from './features/orders/payments/notifications.routes.ts'
import { openOverview } from './features/overview/open-overview.ts'
import { openPodcasts } from './features/podcasts/open-podcasts.ts'
import { purchaseRoutes } from './features/purchases/purchases.routes.ts'
import { rateRoutes } from './features/rates/rates.routes.ts'
import { sandboxRoutes } from './features/sandbox/sandbox.routes.ts'
import { openUploads } from './features/uploads/open-uploads.ts'
import { openPlatform } from './open-platform.ts'
import { openSelling } from './open-selling.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import type { Feature } from './platform/feature.ts'
import type { Gateway } from './platform/gateways/gateway.ts'

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
  const platform = await openPlatform(config, { database, onError })
  const audit = openAudit(platform)
  const { record, recordRefusal } = audit.audit
  const deps = { ...platform, record, now, alert, print }

  const uploads = await openUploads(platform)
  const claimUpload = uploads.uploads.claim
  const books = openBooks({ ...deps, claimUpload, previewRule: site.preview })
  const podcasts = openPodcasts({ ...deps, claimUpload })
  const authors = openAuthors({ ...deps, countBooks: books.countByAuthor })
  const admins = openAdmins({ ...deps, recordRefusal, sessionHours: config.sessionHours, sessionIdleMinutes: config.sessionIdleMinutes })
  const contact = openContact({ ...deps, delivery: config.contact.delivery, noticesTo: site.contact.email })

  const products = { book: books.product, podcast: podcasts.product }
  const selling = await openSelling(config, { ...deps, products, signGrant: platform.signedUrls.sign, gateways: given })
  const { access, orders, gateways, sandbox, receipts, purchases, orderAdmin, sales, rates } = selling
  const media = openMedia({
    ...deps,
    mayOpen: access.mayOpen,
    sentByNginx: config.mediaAccel === 'nginx',
  })

  const demonstration = createDemonstration({
    ...deps,
    catalogue: demoCatalogue,
    folder: DEMO_FILES,
    services: { books: books.books, episodes: podcasts.podcasts, authors: authors.authors },
  })
  const services = {
    ...platform,
    ...selling,
    ...{ config, demonstration },
    audit: audit.audit,
    uploads: uploads.uploads,
    books: books.books,
    podcasts: podcasts.podcasts,
    authors: authors.authors,
    contact: contact.contact,
    ...{ admins: admins.admins, sessions: admins.sessions, totp: admins.totp, passwordReset: admins.passwordReset },
  }
  const overview = openOverview(services, {
    production: config.mode === 'production',
    publicUrl: config.publicUrl ?? null,
    isDatabaseEmbedded: config.database.url === undefined,
    ...{ dataDir: config.dataDir, minFreeBytes: config.minFreeBytes },
  })

  const features: Feature[] = [
    { checks: { database: database.check }, jobs: [{ name: 'tries-purge', cron: '*/10 * * * *', run: platform.tries.purge }] },
    {
      publicRoutes: [
        orderRoutes({ ...orders, siteOrigin: platform.siteOrigin }),
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
    { loops: [{ name: 'receipt-mail', everySeconds: 3, run: receipts.sendDue }] },
    {
      publicRoutes: [purchaseRoutes({ purchases })],
      jobs: [{ name: 'code-purge', cron: '53 * * * *', run: purchases.purge }],
    },
    { publicRoutes: [accessRoutes({ access, origins: platform.origins, secure: platform.secure })] },
    ...[media, uploads, books, podcasts, authors, contact, admins, audit, overview],
    { startTasks: config.demo ? [{ name: 'load the demonstration', run: demonstration.loadWhenDue }] : [] },
  ]

  return {
    ...services,
    features,
    // Whatever becomes of the temporary folder: a database left open keeps the process, and its lock.
    close: () => platform.library.close().finally(database.close),
  }
}
