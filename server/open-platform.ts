import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { readPrimary, readReplica } from './platform/database/catalogue-reads.ts'
import { watchCatalogueVersion } from './platform/database/catalogue-version.ts'
import type { Database, Transact } from './platform/database/database.ts'
import type { Replica } from './platform/database/replica.ts'
import { keyedDigest } from './platform/digest.ts'
import { createFreeSpaceCheck } from './platform/files/free-disk-space.ts'
import { readOrCreateSecret } from './platform/files/secret-file.ts'
import { createBackgroundWork } from './platform/jobs/background-work.ts'
import { createLoops } from './platform/jobs/loops.ts'
import { createLargeListCache } from './platform/lists/large-list-cache.ts'
import { createPublicLists } from './platform/lists/public-lists.ts'
import { openMail } from './platform/mail/open-mail.ts'
import { createMediaLibrary } from './platform/media/store/media-library.ts'
import { openMediaStore } from './platform/media/store/open-media-store.ts'
import { createCataloguePublisher } from './platform/media/store/publish-to-catalogue.ts'
import { createSignedUrls } from './platform/media/store/signed-urls.ts'
import { pairStore } from './platform/media/store/store-pairing.ts'
import { createRateLimits } from './platform/rate-limits/rate-limits.store.ts'
import { createResponseCache, type ServeCached } from './platform/response-cache/response-cache.ts'
import { createSharedBodies } from './platform/response-cache/shared-bodies.ts'
import { createSiteUrls } from './platform/site-urls.ts'
import { createVersionedCache } from './platform/versioned-cache.ts'

/** Lifetime of cached pages whose data an API on another host answers, since its changes may not be announced here */
const REMOTE_DATA_MS = 2000
/** Texts of books and transcripts, which the database sends whole */
const READING = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many texts are being read at the moment' }

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Opens what the features stand on: stored files, caches, limits, mail, and what the settings say of the site. */
export async function openPlatform(
  config: Config,
  { database, replica, onError }: { database: Database; replica?: Replica | undefined; onError: (error: unknown) => void },
) {
  const { orm } = database
  const { dataDir, limits } = config
  // Not in the temporary folder of one app, so that an upload goes on after a restart.
  const uploadFolder = join(dataDir, 'uploads')
  const library = await openMediaLibrary(config, { database, uploadFolder, onError })
  const catalogueVersion = await watchCatalogueVersion(database)
  const version = catalogueVersion.current
  const responseCache = createResponseCache({
    version,
    isCurrent: catalogueVersion.isCurrent,
    ...(config.publicApiUrl && { maxAgeMs: REMOTE_DATA_MS }),
  })
  // Apart from pages, which a walk through long books must not evict.
  const bodyCache = createResponseCache({ version, isCurrent: catalogueVersion.isCurrent })
  // Outside production a signing key is made once and kept in the data folder, so that URLs outlive a restart.
  const [signingKey = await readOrCreateSecret(join(dataDir, 'signing.key')), ...formerKeys] = config.signingKeys
  const urls = createSiteUrls(config)

  return {
    database,
    orm,
    /** For public lists and pages */
    reads: replica ? readReplica(orm, replica, version) : readPrimary(orm),
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
    /** The current one first */
    signingKeys: [signingKey, ...formerKeys],
    signedUrls: createSignedUrls([signingKey, ...formerKeys]),
    /** For digests that the database alone does not explain */
    keyedDigest: (text: string) => keyedDigest(signingKey, text),
    backgroundWork: createBackgroundWork(),
    loops: createLoops(),
    brand: site.brand.name,
    /** For mail, gateways and search engines */
    urls: urls.outside,
    urlsFor: urls.of,
    cookieAttributes: urls.cookie,
    /** Whose pages may call the API */
    origins: (request: FastifyRequest) => [urls.of(request).origin, ...config.allowedOrigins],
  }
}

async function openMediaLibrary(
  { dataDir, minFreeBytes, mediaStore }: Pick<Config, 'dataDir' | 'minFreeBytes' | 'mediaStore'>,
  { database, uploadFolder, onError }: { database: Database; uploadFolder: string; onError: (error: unknown) => void },
) {
  const { store, place } = await openMediaStore(dataDir, mediaStore)
  // Before anything is swept: rows and files that do not belong together would cost every file.
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
