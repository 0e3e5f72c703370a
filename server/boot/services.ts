import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoCatalogue } from '#demo/catalogue.ts'
import { openAdmins } from '#server/admin/accounts/open-admins.ts'
import { openAudit } from '#server/admin/audit/open-audit.ts'
import { openOverview } from '#server/admin/overview/open-overview.ts'
import { openStatistics } from '#server/admin/statistics/open-statistics.ts'
import { openAuthors } from '#server/catalogue/authors/open-authors.ts'
import { openBooks } from '#server/catalogue/books/open-books.ts'
import { openFeeds } from '#server/catalogue/feeds/open-feeds.ts'
import { openIndexNow } from '#server/catalogue/indexnow/open-indexnow.ts'
import { openPodcasts } from '#server/catalogue/podcasts/open-podcasts.ts'
import { openTranscripts } from '#server/catalogue/podcasts/open-transcripts.ts'
import { openSearch } from '#server/catalogue/search/open-search.ts'
import type { Config } from '#server/config.ts'
import { openLowBitrateAudio } from '#server/listening/low-bitrate-audio/open-low-bitrate-audio.ts'
import { createFfmpeg } from '#server/media/audio/ffmpeg.ts'
import { openMedia } from '#server/media/delivery/open-media.ts'
import { openUploads } from '#server/media/upload/open-uploads.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { openReplica, type Replica } from '#server/platform/database/replica.ts'
import type { EmbeddedUse } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import type { Feature } from '#server/platform/feature.ts'
import { jobGauges } from '#server/platform/jobs/queue.ts'
import { openBookPages } from '#server/reading/pages/open-book-pages.ts'
import { noPageMetadata, readPageMetadata } from '#server/reading/pages/page-metadata.ts'
import { pageSearch } from '#server/reading/pages/page-search.ts'
import { openReadingPositions } from '#server/reading/positions/open-reading-positions.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import type { Alert } from '#server/shop/orders/order-deps.ts'
import { openPersonalFeeds } from '#server/shop/personal-feeds/open-personal-feeds.ts'
import { openContact } from '#server/site/contact/open-contact.ts'
import { createDemonstration } from '#server/site/demonstration/demonstration.service.ts'
import { site } from '#site/site.ts'
import { openPlatform } from './open-platform.ts'
import { openShop } from './open-shop.ts'
import { searchedTexts } from './searched-texts.ts'
import { shareLook } from './share-look.ts'

const DEMO_FILES = join(import.meta.dirname, '../../demo/files')
const PODCAST_COVER = join(import.meta.dirname, '../../site/art/podcast-cover.jpg')

export type Services = Awaited<ReturnType<typeof openServices>>

export type ServiceOptions = {
  /** Logs an error that no request reports */
  onError?: (error: unknown) => void
  /** Reports payments that need attention, and changes in the availability of the database */
  alert?: Alert
  /** Prints a line for the operator who started the app */
  print?: (line: string) => void
  /** Replaces the gateways of the settings */
  gateways?: Gateway[]
  /** Signal that ends the wait for an unresponsive external database; without a signal, an unresponsive database is an error */
  waitUntil?: AbortSignal
  /** Permission to create or start an embedded server; commands create none */
  embedded?: EmbeddedUse
  now?: () => Date
}

/** Opens the database and the media store and connects the features to each other. Used by the app and by the scripts. */
export async function openServices(config: Config, options: ServiceOptions = {}) {
  const { alert = console.warn, embedded = 'create', waitUntil } = options
  if (embedded === 'create') await mkdir(config.dataDir, { recursive: true })
  const { replicaUrl, ...settings } = config.database
  const onStatusChange = (text: string, details: Record<string, unknown>) => alert(details, text)
  const database = await openDatabase({ ...settings, dataDir: config.dataDir, embedded, waitUntil, onStatusChange })
  const replica = replicaUrl ? openReplica({ url: replicaUrl, poolSize: settings.poolSize, onStatusChange }) : undefined
  const close = () => Promise.all([database.close(), replica?.close()])
  try {
    return await wireServices(config, { database, replica, close }, options)
  } catch (error) {
    await close()
    throw error
  }
}

async function wireServices(
  config: Config,
  { database, replica, close }: { database: Database; replica: Replica | undefined; close: () => Promise<unknown> },
  { onError = console.error, alert = console.warn, print = () => undefined, gateways: given, now = () => new Date() }: ServiceOptions,
) {
  const platform = await openPlatform(config, { database, replica, onError })
  const audit = openAudit(platform)
  const { record, recordRefusal } = audit.audit
  const uploads = await openUploads(platform)
  const indexNow = openIndexNow({ ...platform, settings: config.indexNow, alert, now })
  const ffmpeg = createFfmpeg(config.ffmpeg)
  const deps = {
    ...platform,
    ffmpeg,
    record,
    now,
    alert,
    print,
    claimUpload: uploads.uploads.claim,
    announce: indexNow.announce,
    shareLook,
  }

  const makesRenditions = config.renditions !== 'off'
  const pageMetadata = makesRenditions ? readPageMetadata : noPageMetadata
  const books = openBooks({ ...deps, previewRule: site.preview, pageSearch, readPageMetadata: pageMetadata })
  const podcasts = openPodcasts(deps)
  const authors = openAuthors({
    ...deps,
    countBooks: books.countByAuthor,
    findLastBookChange: books.lastChangeByAuthor,
    renameInBooks: books.renameAuthor,
  })
  const admins = openAdmins({ ...deps, recordRefusal, sessionHours: config.sessionHours, sessionIdleMinutes: config.sessionIdleMinutes })
  const contact = openContact({ ...deps, delivery: config.contact.delivery, noticesTo: site.contact.email })

  const products = { book: books.product, podcast: podcasts.product }
  const { features: shopFeatures, ...shop } = await openShop(config, { ...deps, products, gateways: given })
  const transcripts = openTranscripts({
    ...deps,
    podcasts: podcasts.podcasts,
    store: podcasts.transcripts,
    mayOpen: shop.access.mayOpen,
  })

  const feeds = openFeeds({
    ...deps,
    ...{ publicUrl: config.publicUrl, site, podcastCover: PODCAST_COVER },
    catalogue: {
      listEpisodes: podcasts.podcasts.listForFeeds,
      viewEpisode: podcasts.podcasts.viewForFeeds,
      listBooks: books.books.listForFeeds,
      viewBook: books.books.viewForFeeds,
      listBookAuthors: books.books.listAuthors,
      listAuthors: authors.authors.list,
    },
  })

  const personalFeeds = openPersonalFeeds({
    ...deps,
    ownership: {
      list: shop.accessStore.listEntitled,
      opens: shop.access.mayClientOpen,
      otherHolders: shop.orders.ownedItems.otherHolders,
    },
    listHearable: podcasts.podcasts.listHearable,
    ...feeds.feeds,
  })
  const readingPositions = openReadingPositions({ orm: platform.orm, listOrders: shop.orders.ownedItems.listBookOrders })
  const lowBitrateAudio = openLowBitrateAudio({ ...deps, isOn: makesRenditions })
  const media = openMedia({
    ...deps,
    findLowBitrateAudio: lowBitrateAudio.findLowBitrateAudio,
    findTitle: async ({ key, type }) => {
      if (type === 'application/pdf') return books.findTitle(key)
      return type.startsWith('audio/') ? podcasts.findTitle(key) : undefined
    },
    mayOpen: shop.access.mayOpen,
    mayHear: personalFeeds.mayHear,
    sentByNginx: config.mediaAccel === 'nginx',
  })

  const bookPages = openBookPages({ ...deps, isOn: makesRenditions, inBackground: config.renditions === 'on', files: media.files })

  const items = { book: books.books, podcast: podcasts.podcasts, author: authors.authors }
  const search = openSearch({ ...platform, catalogue: [books.search, podcasts.search, authors.search], documents: searchedTexts })
  const statistics = openStatistics({
    ...deps,
    publicUrl: config.publicUrl,
    findItemIds: (kind, idsOrSlugs) => items[kind].findIds(idsOrSlugs),
    findItemNames: (kind, ids) => items[kind].findNames(ids),
    listSoldByDay: shop.orders.listSoldByDay,
  })

  const demonstration = createDemonstration({
    ...deps,
    catalogue: demoCatalogue,
    folder: DEMO_FILES,
    services: { books: books.books, episodes: podcasts.podcasts, authors: authors.authors },
  })
  const services = {
    ...platform,
    ...shop,
    ...{ config, demonstration, replica, statistics, indexNow },
    audit: audit.audit,
    uploads: uploads.uploads,
    books: books.books,
    bookPages: bookPages.bookPages,
    lowBitrateAudio: lowBitrateAudio.lowBitrateAudio,
    podcasts: podcasts.podcasts,
    authors: authors.authors,
    contact: contact.contact,
    ...{ admins: admins.admins, sessions: admins.sessions, totp: admins.totp, passwordReset: admins.passwordReset },
  }
  const overview = openOverview(services, {
    production: config.mode === 'production',
    publicUrl: config.publicUrl ?? null,
    isDatabaseEmbedded: config.database.url === undefined,
    store: config.mediaStore ? 's3' : 'disk',
    ...{ dataDir: config.dataDir, minFreeBytes: config.minFreeBytes },
  })

  const features: Feature[] = [
    {
      checks: { database: database.check },
      jobs: [{ name: 'tries-purge', cron: '*/10 * * * *', run: platform.rateLimits.purge }],
      gauges: jobGauges(database.pool),
    },
    ...shopFeatures,
    ...[media, bookPages, lowBitrateAudio, uploads, books, podcasts, transcripts, authors, feeds, search],
    ...[contact, admins, audit, overview, statistics, indexNow],
    ...[personalFeeds, readingPositions],
    { startupTasks: config.demo ? [{ name: 'load the demonstration', run: demonstration.loadWhenDue }] : [] },
    {
      startupTasks: [
        { name: 'add pictures and previews to episodes', run: podcasts.addMissingFiles },
        { name: 'add previews and pictures to books', run: books.addMissingFiles },
      ],
    },
  ]

  return {
    ...services,
    features,
    close: async () => {
      // The last requests are counted as well, unless the database is unavailable.
      await statistics.flush().catch((error: unknown) => alert({ err: error }, 'the latest statistics could not be stored'))
      // Always close the database, even if removing the temporary folder fails: an open pool keeps the process and its locks alive.
      await platform.library.close().finally(close)
    },
  }
}
