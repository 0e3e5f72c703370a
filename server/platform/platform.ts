import { join } from 'node:path'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { RecordAction } from './audit/action.ts'
import { recordAction } from './audit/record-action.ts'
import { type CatalogueVersion, watchCatalogueVersion } from './database/catalogue-version.ts'
import { type Database, type Orm, openDatabase, type Transact } from './database/database.ts'
import { keyedDigest } from './digest.ts'
import type { EmbeddedUse } from './embedded-postgres/embedded-postgres.ts'
import { trimPostgresLog } from './embedded-postgres/postgres-log.ts'
import type { Feature } from './feature.ts'
import { createDataFolder } from './files/create-data-folder.ts'
import { readOrCreateSecret } from './files/secret-file.ts'
import type { TrustProxy } from './http/forwarded-headers.ts'
import { watchOpenFiles } from './http/guards/watch-open-files.ts'
import { type UntrustedProxyWatch, watchForUntrustedProxy } from './http/untrusted-proxy.ts'
import { type BackgroundWork, createBackgroundWork } from './jobs/background-work.ts'
import { jobGauges } from './jobs/queue.ts'
import { createWorkers, type Workers } from './jobs/workers.ts'
import type { Mail, Mailbox } from './mail/mail.ts'
import { openMail } from './mail/open-mail.ts'
import type { EmailBrand } from './mail/render-email.ts'
import { createRateLimits, type RateLimits } from './rate-limits/rate-limits.store.ts'
import { createResponseCache, type ResponseCache, type ServeCached } from './response-cache/response-cache.ts'
import { createSharedBodies, type SharedBodies } from './response-cache/shared-bodies.ts'
import { createSiteUrls, type SiteUrls } from './site-urls.ts'

/** Lifetime in ms of cached pages with data from an API on another host, whose changes may not be announced to this instance */
const REMOTE_DATA_MS = 2000
/** Limits for concurrent reading of book texts and transcripts, which the database returns as a whole */
const READING = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many texts are being read right now' }

/** Interval in seconds at which the process looks whether it can open files */
const OPEN_FILES_SECONDS = 2

/** Notifies the operators of a problem. Details contain no secrets. */
export type Alert = (details: Record<string, unknown>, text: string) => void

/** Infrastructure that every domain receives. */
export interface Platform {
  database: Database
  orm: Orm
  transact: Transact
  catalogueVersion: CatalogueVersion
  responseCache: ResponseCache
  bodies: SharedBodies
  serveCached: ServeCached
  rateLimits: RateLimits
  /** Adds an entry to the audit log, within the transaction of the recorded action */
  record: RecordAction
  mail: Mail
  /** Signing keys, the current key first */
  signingKeys: string[]
  /** Returns a digest keyed with the signing key, so that the database alone does not reveal the original text */
  keyedDigest: (text: string) => Buffer
  backgroundWork: BackgroundWork
  workers: Workers
  untrustedProxy: UntrustedProxyWatch
  brand: () => EmailBrand
  /** Returns days, months and times in the time zone of the owner */
  shopTime: () => ShopTime
  /** URLs of the site for emails, gateways and search engines, where no request determines the origin */
  urls: SiteUrls
  urlsFor: (request: FastifyRequest) => SiteUrls
  cookieAttributes: (request: FastifyRequest) => CookieSerializeOptions
  /** Origins whose pages may call the API */
  origins: (request: FastifyRequest) => string[]
  alert: Alert
  now: () => Date
}

type PlatformSettings = Parameters<typeof createSiteUrls>[0] & {
  dataDir: string
  database: { url: string | undefined; directUrl: string | undefined; poolSize: number }
  signingKeys: string[]
  trustProxy: TrustProxy
  mail: { smtpUrl: string | undefined; from: Mailbox | undefined }
}

export type PlatformOptions = {
  /** Reports payments that need attention, and changes in the availability of the database */
  alert: Alert
  /** Signal that ends the wait for an unresponsive external database; without a signal, an unresponsive database is an error */
  waitUntil?: AbortSignal
  /** Called while the start waits for an external database, repeatedly */
  onWait?: () => void
  /** Mode of using an embedded database server; commands do not create one */
  embedded?: EmbeddedUse
  now: () => Date
}

/** Name, email address and colors of the site, and the owner's choice of a sender name */
type Contact = Mailbox & EmailBrand & { sender?: string }

/** Settings of the owner that the infrastructure uses */
type OwnerSettings = {
  /** Returns the sender of emails, which is used if the settings name none */
  contact: () => Contact
  shopTime: () => ShopTime
}

/** Opens the database and the other infrastructure. */
export async function openPlatform(
  settings: PlatformSettings,
  { contact, shopTime, embedded = 'create', waitUntil, onWait, ...options }: PlatformOptions & OwnerSettings,
): Promise<Platform & { features: Feature[]; close: () => Promise<unknown> }> {
  const { dataDir, database: server } = settings
  if (embedded === 'create') await createDataFolder(dataDir)
  const onStatusChange = (text: string, details: Record<string, unknown>) => options.alert(details, text)
  const database = await openDatabase({ ...server, dataDir, embedded, waitUntil, onWait, onStatusChange })
  try {
    const platform = await createPlatform(settings, { ...options, database, contact, shopTime })
    const feature: Feature = {
      checks: { database: database.check },
      jobs: [
        { name: 'tries-purge', cron: '*/10 * * * *', run: platform.rateLimits.purge },
        ...(server.url ? [] : [{ name: 'postgres-log-trim', cron: '20 * * * *', run: () => trimPostgresLog(dataDir) }]),
      ],
      workers: [{ name: 'open-files', everySeconds: OPEN_FILES_SECONDS, run: watchOpenFiles(options) }],
      gauges: jobGauges(database.pool),
    }
    return { ...platform, features: [feature], close: database.close }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function createPlatform(
  settings: PlatformSettings,
  deps: Pick<PlatformOptions, 'alert' | 'now'> & OwnerSettings & { database: Database },
): Promise<Platform> {
  const { database, contact, shopTime, alert, now } = deps
  const { orm } = database
  const { dataDir } = settings
  const catalogueVersion = await watchCatalogueVersion(database)
  const version = catalogueVersion.current
  const responseCache = createResponseCache({
    version,
    isCurrent: catalogueVersion.isCurrent,
    withdrawn: catalogueVersion.withdrawn,
    servesLatest: true,
    ...(settings.publicApiUrl && { maxAgeMs: REMOTE_DATA_MS }),
  })
  // Texts of books and transcripts have a separate cache, so that reading through long books does not evict pages.
  const bodyCache = createResponseCache({ version, isCurrent: catalogueVersion.isCurrent })
  // Outside production, a signing key is generated once and stored in the data folder, so that URLs stay valid after a restart.
  const [signingKey = await readOrCreateSecret(join(dataDir, 'signing.key')), ...formerKeys] = settings.signingKeys
  const urls = createSiteUrls(settings)

  /** Returns the sender of emails. A name chosen by the owner takes precedence over the name in the settings. */
  function sender(): Mailbox {
    const { name, address, sender: own } = contact()
    const { from } = settings.mail
    return { name: own ?? (from?.name || name), address: from?.address ?? address }
  }

  return {
    database,
    orm,
    transact: (work) => orm.transaction(work),
    catalogueVersion,
    responseCache,
    bodies: createSharedBodies(bodyCache, READING),
    serveCached: (request, response) => responseCache.serveCached(request, response) ?? bodyCache.serveCached(request, response),
    rateLimits: createRateLimits(orm),
    record: recordAction,
    mail: openMail({ smtpUrl: settings.mail.smtpUrl, from: sender, folder: join(dataDir, 'mail') }),
    signingKeys: [signingKey, ...formerKeys],
    keyedDigest: (text) => keyedDigest(signingKey, text),
    backgroundWork: createBackgroundWork(),
    workers: createWorkers(),
    untrustedProxy: watchForUntrustedProxy(settings.trustProxy, alert),
    brand: () => contact(),
    shopTime,
    urls: urls.outside,
    urlsFor: urls.of,
    cookieAttributes: urls.cookie,
    origins: (request) => [urls.of(request).origin, ...settings.allowedOrigins],
    alert,
    now,
  }
}
