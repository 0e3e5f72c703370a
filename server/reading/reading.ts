import type { SQL } from 'drizzle-orm'
import type { Delivery } from '#server/media/delivery/open-delivery.ts'
import type { Media } from '#server/media/media.ts'
import { SANDBOX_PROCESSES } from '#server/media/sandbox/sandbox.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import type { Platform } from '#server/platform/platform.ts'
import { bookPageRoutes } from './documents/book-pages.routes.ts'
import { createBookPageStore } from './documents/book-pages.store.ts'
import { bookReflowRoutes } from './documents/book-reflow.routes.ts'
import { createBookReflowStore } from './documents/book-reflow.store.ts'
import { createDocumentFormats } from './documents/document-formats.ts'
import { createDuePageStore, type DuePageStore } from './documents/due-pages.store.ts'
import { createFindPlaces } from './documents/find-places.store.ts'
import { createMadeEpubStore } from './documents/made-epubs.store.ts'
import { createEpubMaker } from './documents/make-epub.ts'
import { noPageMetadata, readPageMetadata } from './documents/page-metadata.ts'
import { pageSearch } from './documents/page-search.ts'
import { createReadableDocuments, type ReadableDocuments } from './documents/readable-documents.ts'
import { type BackgroundRendering, createBackgroundRendering } from './documents/render-in-background.ts'
import { createRenderQueue } from './documents/render-queue.ts'
import { searchInBookRoutes } from './documents/search-in-book.routes.ts'
import { createSearchInBook } from './documents/search-in-book.store.ts'
import { readingPositionRoutes } from './positions/reading-positions.routes.ts'
import { createReadingPositionStore } from './positions/reading-positions.store.ts'

/** Interval of the worker that renders pages, which is also its delay after a start, so that rendering does not slow down the start. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 30

/** Mode of page rendering. `asked` renders only pages that are requested. */
type Renditions = 'on' | 'asked' | 'off'

/** Reading domain: the documents of books, with their texts and images of pages, and the reading positions of buyers. */
export interface Reading {
  documents: ReadableDocuments
  bookPages: BackgroundRendering
  features: Feature[]
}

/** Returns the queries of page texts and page metadata that the catalogue uses. */
export function createPageQueries(renditions: Renditions) {
  return { pageSearch, readPageMetadata: renditions === 'off' ? noPageMetadata : readPageMetadata }
}

export function openReading({
  platform: { orm, database, catalogueVersion, bodies },
  media: { library, publish, limits },
  delivery: { requireFile, sendBytes },
  renditions,
  epubSubjects,
  listOrders,
}: {
  platform: Platform
  media: Media
  delivery: Delivery
  renditions: Renditions
  /** Query of the files from which EPUBs are made, provided by the catalogue */
  epubSubjects: SQL
  /** Lists the orders by which a client currently owns a book */
  listOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}): Reading {
  const store = createBookPageStore(orm)
  const reflows = createBookReflowStore(orm)
  const formats = createDocumentFormats({ library, store, reflows, pixelLimit: limits.imagePixels })
  const isCostly = (key: string) => Object.values(formats).some((format) => format.isCostly(key))
  const queue = createRenderQueue({ width: SANDBOX_PROCESSES, isCostly })
  const isOn = renditions !== 'off'
  const { sessionLocks } = database
  const { requireFreeSpace } = library
  const documents = createReadableDocuments({
    store,
    reflows,
    formats,
    queue,
    makeBody: bodies.make,
    searchInBook: createSearchInBook(orm),
    findPlaces: createFindPlaces(orm),
    isOn,
    requireFreeSpace,
  })
  const due = createDuePageStore(orm)
  const epubs = createMadeEpubStore(orm, epubSubjects)
  const makeEpub = createEpubMaker({ library, publish, pages: store, store: epubs })
  const background = createBackgroundRendering({
    store,
    due,
    reflows,
    formats,
    epubs,
    makeEpub,
    queue,
    library,
    isOn,
    catalogueVersion,
    sessionLocks,
  })
  const files = { requireFile, bodies, sendBytes }
  const { publicRoutes, fileRoutes } = bookPageRoutes(documents, files)
  const searchRoutes = searchInBookRoutes(documents, files)
  const positionRoutes = readingPositionRoutes({ store: createReadingPositionStore(orm), listOrders })
  const worker = { name: 'render book pages', everySeconds: EVERY_SECONDS, afterSeconds: CALM_SECONDS, run: background.makeInBackground }

  return {
    documents,
    bookPages: background,
    features: [
      {
        publicRoutes: [...publicRoutes, searchRoutes, bookReflowRoutes(documents, files)],
        fileRoutes,
        workers: renditions === 'on' ? [worker] : [],
        gauges: renditions === 'on' ? waitingGauges(due) : [],
      },
      { publicRoutes: [positionRoutes] },
    ],
  }
}

function waitingGauges({ countWaiting }: Pick<DuePageStore, 'countWaiting'>): Gauge[] {
  return [
    { name: 'lectern_books_waiting', help: 'Books that wait for page images', read: async () => (await countWaiting()).books },
    {
      name: 'lectern_pages_waiting',
      help: 'Missing pages of the waiting books whose page count is known',
      read: async () => (await countWaiting()).pages,
    },
  ]
}
