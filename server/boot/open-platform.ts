import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { createMediaLibrary } from '#server/media/store/media-library.ts'
import { openMediaStore } from '#server/media/store/open-media-store.ts'
import { createCataloguePublisher } from '#server/media/store/publish-to-catalogue.ts'
import { createSignedUrls } from '#server/media/store/signed-urls.ts'
import { pairStore } from '#server/media/store/store-pairing.ts'
import { watchCatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Database, Transact } from '#server/platform/database/database.ts'
import type { ReadForSearch, Replica } from '#server/platform/database/replica.ts'
import { keyedDigest } from '#server/platform/digest.ts'
import { createFreeSpaceCheck } from '#server/platform/files/free-disk-space.ts'
import { readOrCreateSecret } from '#server/platform/files/secret-file.ts'
import { createBackgroundWork } from '#server/platform/jobs/background-work.ts'
import { createWorkers } from '#server/platform/jobs/workers.ts'
import { createLargeListCache } from '#server/platform/lists/large-list-cache.ts'
import { createPublicLists } from '#server/platform/lists/public-lists.ts'
import { openMail } from '#server/platform/mail/open-mail.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { createResponseCache, type ServeCached } from '#server/platform/response-cache/response-cache.ts'
import { createSharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import { createSiteUrls } from '#server/platform/site-urls.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { site } from '#site/site.ts'

/** Lifetime of cached pages whose data comes from an API on another host, whose changes may not be announced here */
const REMOTE_DATA_MS = 2000
/** Limits for texts of books and transcripts, which the database returns whole */
const READING = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many texts are being read right now' }

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Opens the services that the features depend on: stored files, caches, rate limits, mail, and site URLs from the settings. */
export async function openPlatform(
  config: Config,
  { database, replica, onError }: { database: Database; replica?: Replica | undefined; onError: (error: unknown) => void },
) {
  const { orm } = database
  const { dataDir, limits } = config
  // Outside the app's temporary folder, so that uploads continue after a restart.
  const uploadFolder = join(dataDir, 'uploads')
  const library = await openMediaLibrary(config, { database, uploadFolder, onError })
  const catalogueVersion = await watchCatalogueVersion(database)
  const version = catalogueVersion.current
  const responseCache = createResponseCache({
    version,
    isCurrent: catalogueVersion.isCurrent,
    ...(config.publicApiUrl && { maxAgeMs: REMOTE_DATA_MS }),
  })
  // Separate from pages, so that reading through long books does not evict them.
  const bodyCache = createResponseCache({ version, isCurrent: catalogueVersion.isCurrent })
  // Outside production, a signing key is generated once and stored in the data folder, so that URLs stay valid after a restart.
  const [signingKey = await readOrCreateSecret(join(dataDir, 'signing.key')), ...formerKeys] = config.signingKeys
  const urls = createSiteUrls(config)

  return {
    database,
    orm,
    readForSearch: ((work) => (replica ? replica.read(work, { primary: orm, version: version() }) : work(orm))) as ReadForSearch,
    transact: ((work) => orm.transaction(work)) as Transact,
    library,
    uploadFolder,
    bucket: config.mediaStore,
    limits,
    catalogueVersion,
    responseCache,
    bodies: createSharedBodies(bodyCache, READING),
    serveCached: ((request, response) =>
      responseCache.serveCached(request, response) ?? bodyCache.serveCached(request, response)) as ServeCached,
    count: createVersionedCache<number>({ max: 5000, version }),
    lists: createPublicLists({ responseCache, largeLists: createLargeListCache({ version, folder: library.tempFolder }) }),
    publish: createCataloguePublisher(library, catalogueVersion, onError),
    rateLimits: createRateLimits(orm),
    mail: openMail({
      smtpUrl: config.mail.smtpUrl,
      from: config.mail.from ?? { name: site.brand.name, address: site.contact.email },
      folder: join(dataDir, 'mail'),
    }),
    /** Signing keys, the current key first */
    signingKeys: [signingKey, ...formerKeys],
    signedUrls: createSignedUrls([signingKey, ...formerKeys]),
    /** Digests keyed with the signing key, so that the database alone does not reveal their input */
    keyedDigest: (text: string) => keyedDigest(signingKey, text),
    backgroundWork: createBackgroundWork(),
    workers: createWorkers(),
    brand: site.brand.name,
    /** URLs for mail, gateways and search engines */
    urls: urls.outside,
    urlsFor: urls.of,
    cookieAttributes: urls.cookie,
    /** Origins whose pages may call the API */
    origins: (request: FastifyRequest) => [urls.of(request).origin, ...config.allowedOrigins],
  }
}

async function openMediaLibrary(
  { dataDir, minFreeBytes, mediaStore }: Pick<Config, 'dataDir' | 'minFreeBytes' | 'mediaStore'>,
  { database, uploadFolder, onError }: { database: Database; uploadFolder: string; onError: (error: unknown) => void },
) {
  const { store, place } = await openMediaStore(dataDir, mediaStore)
  // Before any sweep: with rows and files of different stores, a sweep would remove every file.
  await pairStore(database.orm, store, place)
  // On the same file system as the store, so that publishing is a rename.
  const tempRoot = join(dataDir, 'tmp')
  const requireFreeSpace = createFreeSpaceCheck({
    storing: [...(mediaStore ? [] : [place]), tempRoot, uploadFolder],
    beside: [dataDir, join(dataDir, 'postgres'), join(dataDir, 'mail')],
    minFreeBytes,
  })
  const library = createMediaLibrary({ database, store, tempRoot, requireFreeSpace, onError })
  await library.open()
  return library
}
