import { join } from 'node:path'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { createAuthorService } from './features/authors/authors.service.ts'
import { createAuthorStore } from './features/authors/authors.store.ts'
import { createBookService } from './features/books/books.service.ts'
import { createBookStore } from './features/books/books.store.ts'
import { createPodcastService } from './features/podcasts/podcasts.service.ts'
import { createPodcastStore } from './features/podcasts/podcasts.store.ts'
import { openUploads } from './features/uploads/uploads.service.ts'
import type { RecordAction } from './platform/audit/action.ts'
import { watchCatalogueVersion } from './platform/database/catalogue-version.ts'
import type { Database } from './platform/database/database.ts'
import { createFreeSpaceCheck } from './platform/files/free-disk-space.ts'
import { createLargeListCache } from './platform/lists/large-list-cache.ts'
import { createPublicLists } from './platform/lists/public-lists.ts'
import { openDiskMediaStore } from './platform/media/store/disk-media-store.ts'
import { createMediaLibrary, type StoredFile } from './platform/media/store/media-library.ts'
import { createCataloguePublisher } from './platform/media/store/publish-to-catalogue.ts'
import { pairStore } from './platform/media/store/store-pairing.ts'
import { createResponseCache } from './platform/response-cache/response-cache.ts'
import { createVersionedCache } from './platform/versioned-cache.ts'

export type Catalogue = Awaited<ReturnType<typeof openCatalogue>>

/** Opens the media store, and puts together what publishes books, podcasts and authors and what shows them. */
export async function openCatalogue(
  { dataDir, limits, minFreeBytes }: Pick<Config, 'dataDir' | 'limits' | 'minFreeBytes'>,
  { database, record, onError }: { database: Database; record: RecordAction; onError: (error: unknown) => void },
) {
  const { orm } = database
  const mediaFolder = join(dataDir, 'media')
  const mediaStore = openDiskMediaStore(mediaFolder)
  // Before anything is swept: rows and files that do not belong together would cost every file.
  await pairStore(orm, mediaStore, mediaFolder)
  // Beside the store, on the same file system, so that publishing is a rename.
  const tempRoot = join(dataDir, 'tmp')
  // Not in the folder of this app, so that an upload goes on after a restart.
  const uploadRoot = join(dataDir, 'uploads')
  const requireFreeSpace = createFreeSpaceCheck({
    storing: [mediaFolder, tempRoot, uploadRoot],
    beside: [dataDir, join(dataDir, 'postgres'), join(dataDir, 'mail')],
    minFreeBytes,
  })
  const library = createMediaLibrary({ database, store: mediaStore, tempRoot, requireFreeSpace, onError })
  await library.open()
  const uploads = await openUploads({ root: uploadRoot, limits, requireFreeSpace })

  const catalogueVersion = await watchCatalogueVersion(database)
  const version = catalogueVersion.current
  const count = createVersionedCache<number>({ max: 5000, version })
  // Players and viewers read one file in hundreds of ranges.
  const files = createVersionedCache<StoredFile | undefined>({ max: 5000, version })
  const responseCache = createResponseCache({ version })
  const publish = createCataloguePublisher(library, catalogueVersion, onError)
  const pixelLimit = limits.imagePixels
  const bookStore = createBookStore(orm, { count })
  const podcastStore = createPodcastStore(orm, { count })
  const authorStore = createAuthorStore(orm, { count })

  return {
    library,
    uploads,
    catalogueVersion,
    responseCache,
    lists: createPublicLists({ responseCache, largeLists: createLargeListCache({ version, folder: library.tempFolder }) }),
    findFile: (key: string) => files(key, () => library.find(key)),
    bookStore,
    podcastStore,
    authorStore,
    books: createBookService({ store: bookStore, library, publish, record, pixelLimit, previewRule: site.preview }),
    podcasts: createPodcastService({ store: podcastStore, publish, record, pixelLimit }),
    authors: createAuthorService({ store: authorStore, publish, record, pixelLimit, countBooks: bookStore.countByAuthor }),
  }
}
