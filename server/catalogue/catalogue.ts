import type { CountedKind } from '#contracts/admin/statistics.ts'
import type { Media } from '#server/media/media.ts'
import type { PreviewRule } from '#server/media/preview-length.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Feature } from '#server/platform/feature.ts'
import { createLargeListCache } from '#server/platform/lists/large-list-cache.ts'
import { createPublicLists } from '#server/platform/lists/public-lists.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import type { ProductDirectory } from '#server/product-directory.ts'
import { authorRoutes } from './authors/authors.routes.ts'
import { authorSearch } from './authors/authors.search.ts'
import { type AuthorService, createAuthorService, type RenameFounder } from './authors/authors.service.ts'
import { createAuthorStore } from './authors/authors.store.ts'
import type { PageSearch } from './books/books.search.ts'
import type { BookService, BookServiceDeps } from './books/books.service.ts'
import { epubSubjects, type MadeEpubs } from './books/made-epubs.store.ts'
import { openBooks } from './books/open-books.ts'
import type { FeedSite } from './feeds/feed-deps.ts'
import { type FeedWriter, openFeeds } from './feeds/open-feeds.ts'
import type { IndexNowSettings } from './indexnow/indexnow.service.ts'
import { openIndexNow } from './indexnow/open-indexnow.ts'
import type { ListSubjects } from './items/category-subjects.ts'
import type { ItemDeps, ItemPreviews } from './items/item-deps.ts'
import type { ShareLook } from './items/share-pictures.service.ts'
import { openPodcasts } from './podcasts/open-podcasts.ts'
import type { PodcastService } from './podcasts/podcasts.service.ts'
import { searchRoutes } from './search/search.routes.ts'
import { createSearchService } from './search/search.service.ts'
import { createSearchStore } from './search/search.store.ts'
import { createSiteDocuments, type SiteDocument } from './search/site-documents.ts'
import { createExport } from './transfer/export-items.ts'
import { createImport } from './transfer/import-items.ts'
import { createLibraryExport } from './transfer/library/export-library.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'

export { epubSubjects }

/** Catalogue domain: publication, search, feeds, import and export of books, podcast episodes and authors. */
export interface Catalogue {
  books: BookService
  podcasts: PodcastService
  authors: AuthorService
  products: ProductDirectory
  /** Writer of podcast feeds, which creates the personal feeds of buyers */
  feeds: FeedWriter
  /** Finds the title of the item that a content file belongs to */
  findFileTitle: (file: Pick<StoredFile, 'key' | 'type'>) => Promise<string | undefined>
  /** Finds the EPUB that is made from a PDF, and whether its book offers it */
  findMadeEpub: MadeEpubs['find']
  /** Returns the ids of existing items by their ids and slugs */
  findItemIds: (kind: CountedKind, idsOrSlugs: string[]) => Promise<Map<string, string>>
  /** Returns the names of existing items by id */
  findItemNames: (kind: CountedKind, ids: string[]) => Promise<Map<string, string>>
  /** Submits changed pages to search engines */
  sendIndexNow: () => Promise<void>
  importItems: ReturnType<typeof createImport>
  exportItems: ReturnType<typeof createExport>
  /** Writes all free items to a folder with a page that opens them without a network */
  exportLibrary: ReturnType<typeof createLibraryExport>
  features: Feature[]
}

/** Settings and texts of the site that concern items. */
export interface CatalogueSite {
  /** Returns the length of the previews of priced books */
  preview: () => PreviewRule
  feeds: () => FeedSite
  /** Path of a square JPEG of at least 1400 pixels */
  podcastCover: string
  /** Returns the texts of the site itself that a search finds */
  documents: () => SiteDocument[]
  subjects: ListSubjects
  renameFounder: RenameFounder
  shareLook: () => ShareLook
}

export function openCatalogue(
  settings: { publicUrl: string | undefined; indexNow: IndexNowSettings | undefined; renditions: 'on' | 'asked' | 'off' },
  {
    platform,
    media,
    site,
    previews,
    pageSearch,
    readPageMetadata,
  }: {
    platform: Platform
    media: Media
    site: CatalogueSite
    previews: ItemPreviews
    /** Queries for the texts of pages, provided by the domain `reading` */
    pageSearch: PageSearch
    readPageMetadata: BookServiceDeps['readPageMetadata']
  },
): Catalogue {
  const { orm, database, responseCache } = platform
  const version = platform.catalogueVersion.current
  const indexNow = openIndexNow({ ...platform, settings: settings.indexNow })
  const deps: ItemDeps = {
    ...platform,
    ...media,
    encodesAudio: settings.renditions !== 'off',
    count: createVersionedCache<number>({ max: 5000, version }),
    lists: createPublicLists({ responseCache, largeLists: createLargeListCache({ version, folder: media.library.tempFolder }) }),
    claimUpload: media.uploads.claim,
    announce: indexNow.announce,
    shareLook: site.shareLook,
    subjects: site.subjects,
    previews,
  }

  const books = openBooks({ ...deps, responseCache, previewRule: site.preview, pageSearch, readPageMetadata })
  const podcasts = openPodcasts(deps)
  const authors = createAuthorService(createAuthorStore(orm, deps), {
    ...deps,
    countBooks: books.countByAuthor,
    findLastBookChange: books.lastChangeByAuthor,
    renameInBooks: books.renameAuthor,
    renameFounder: site.renameFounder,
  })
  const authorFeature: Feature = {
    ...authorRoutes(authors, deps),
    startupTasks: [{ name: 'add slugs to authors', run: authors.addMissingSlugs }],
    workers: [authors.shareImageWorker],
  }

  const feeds = openFeeds({
    ...platform,
    publicUrl: settings.publicUrl,
    site: site.feeds,
    podcastCover: site.podcastCover,
    catalogue: {
      listEpisodes: podcasts.podcasts.listForFeeds,
      viewEpisode: (idOrSlug) => podcasts.podcasts.viewForFeeds(idOrSlug),
      listBooks: books.books.listForFeeds,
      viewBook: books.books.viewForFeeds,
      listBookAuthors: books.books.listAuthors,
      listBookLanguages: books.groups.listLanguages,
      listBookSeries: books.groups.listSeries,
      listHearableBooks: books.books.listHearable,
      listHearableEpisodes: podcasts.podcasts.listHearable,
      listAuthors: authors.list,
    },
  })
  const { sources: siteSources } = createSiteDocuments({ list: site.documents, version, orm })
  const search = createSearchService({
    store: createSearchStore(orm, { subjects: site.subjects }),
    catalogue: [books.search, podcasts.search, authorSearch],
    siteSources,
  })
  const items = { book: books.books, podcast: podcasts.podcasts, author: authors }
  const services = { books: books.books, podcasts: podcasts.podcasts }

  const transfer = {
    importItems: createImport({ database, services, limits: media.limits, library: media.library }),
    exportItems: createExport({ database, services, store: media.library.store }),
  }
  const exportLibrary = createLibraryExport({
    orm,
    store: media.library.store,
    books: books.books,
    podcasts: podcasts.podcasts,
    authors,
    library: () => ({
      brand: site.feeds().brand,
      logo: site.shareLook().brand.logos.onDark,
      url: settings.publicUrl,
      timeZone: platform.shopTime().zone,
    }),
    now: platform.now,
  })

  const countItems = async () => ({ book: await books.count(), podcast: await podcasts.count() })

  return {
    books: books.books,
    podcasts: podcasts.podcasts,
    authors,
    products: { book: books.product, podcast: podcasts.product },
    feeds: feeds.feeds,
    findFileTitle: async ({ key, type }) => {
      if (type.startsWith('image/')) return undefined
      return (await books.findTitle(key)) ?? podcasts.findTitle(key)
    },
    findMadeEpub: books.findMadeEpub,
    findItemIds: (kind, idsOrSlugs) => items[kind].findIds(idsOrSlugs),
    findItemNames: (kind, ids) => items[kind].findNames(ids),
    sendIndexNow: indexNow.sendDue,
    ...transfer,
    exportLibrary,
    features: [
      books,
      podcasts,
      authorFeature,
      feeds,
      { publicRoutes: [searchRoutes(search, { responseCache })] },
      { gauges: [{ name: 'lectern_items', help: 'Items in every state, except deleted ones', label: 'kind', read: countItems }] },
      indexNow,
      { adminRoutes: [transferRoutes({ ...transfer, linkUploads: media.uploads.linkUploads, library: media.library })] },
      {
        // Missing files are added after all other startup tasks, since adding them may take long after an upgrade.
        startupTasks: [
          { name: 'add pictures and previews to episodes', run: podcasts.addMissingFiles },
          { name: 'add previews and pictures to books', run: books.addMissingFiles },
        ],
      },
    ],
  }
}
