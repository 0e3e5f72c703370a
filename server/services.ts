import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoCatalogue } from '#demo/catalogue.ts'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { openAdmins } from './features/admins/open-admins.ts'
import { openAudit } from './features/audit/open-audit.ts'
import { openAuthors } from './features/authors/open-authors.ts'
import { openBooks } from './features/books/open-books.ts'
import { openContact } from './features/contact/open-contact.ts'
import { createDemonstration } from './features/demonstration/demonstration.service.ts'
import { openMedia } from './features/media/open-media.ts'
import type { Alert } from './features/orders/order-deps.ts'
import { openOverview } from './features/overview/open-overview.ts'
import { openPodcasts } from './features/podcasts/open-podcasts.ts'
import { openUploads } from './features/uploads/open-uploads.ts'
import { openPlatform } from './open-platform.ts'
import { openSelling } from './open-selling.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import type { Feature } from './platform/feature.ts'
import type { Gateway } from './platform/gateways/gateway.ts'

const DEMO_FILES = join(import.meta.dirname, '../demo/files')

export type Services = Awaited<ReturnType<typeof openServices>>

export type ServiceOptions = {
  /** Logs an error that no request reports */
  onError?: (error: unknown) => void
  /** Reports payments that need attention, and when the database is lost and back */
  alert?: Alert
  /** Shows a line to whoever started the app */
  print?: (line: string) => void
  /** Instead of those in the settings */
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
  const uploads = await openUploads(platform)
  const deps = { ...platform, record, now, alert, print, claimUpload: uploads.uploads.claim }

  const books = openBooks({ ...deps, previewRule: site.preview })
  const podcasts = openPodcasts(deps)
  const authors = openAuthors({ ...deps, countBooks: books.countByAuthor })
  const admins = openAdmins({ ...deps, recordRefusal, sessionHours: config.sessionHours, sessionIdleMinutes: config.sessionIdleMinutes })
  const contact = openContact({ ...deps, delivery: config.contact.delivery, noticesTo: site.contact.email })

  const products = { book: books.product, podcast: podcasts.product }
  const { features: sellingFeatures, ...selling } = await openSelling(config, { ...deps, products, gateways: given })
  const media = openMedia({
    ...deps,
    mayOpen: selling.access.mayOpen,
    sentByNginx: config.mediaAccel === 'nginx',
    redirects: config.mediaStore.redirectsTo !== undefined,
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
    { checks: { database: database.check }, jobs: [{ name: 'tries-purge', cron: '*/10 * * * *', run: platform.rateLimits.purge }] },
    ...sellingFeatures,
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
