import type { Delivery } from '#server/media/delivery/open-delivery.ts'
import type { Media } from '#server/media/media.ts'
import { SANDBOX_PROCESSES } from '#server/media/sandbox/sandbox.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import type { Platform } from '#server/platform/platform.ts'
import { bookPageRoutes } from './pages/book-pages.routes.ts'
import { createBookPageStore } from './pages/book-pages.store.ts'
import { bookReflowRoutes } from './pages/book-reflow.routes.ts'
import { createBookReflowStore } from './pages/book-reflow.store.ts'
import { createDuePageStore, type DuePageStore } from './pages/due-pages.store.ts'
import { createFindPlaces } from './pages/find-places.store.ts'
import { createPageMaker } from './pages/make-pages.ts'
import { type BookPages, createBookPages } from './pages/obtain-pages.ts'
import { noPageMetadata, readPageMetadata } from './pages/page-metadata.ts'
import { pageSearch } from './pages/page-search.ts'
import { type BackgroundRendering, createBackgroundRendering } from './pages/render-in-background.ts'
import { createRenderQueue } from './pages/render-queue.ts'
import { searchInBookRoutes } from './pages/search-in-book.routes.ts'
import { createSearchInBook } from './pages/search-in-book.store.ts'
import { readingPositionRoutes } from './positions/reading-positions.routes.ts'
import { createReadingPositionStore } from './positions/reading-positions.store.ts'

/** Interval of the worker that renders pages, which is also its delay after a start, so that rendering does not slow down the start. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 30

/** Mode of page rendering. `asked` renders only pages that are requested. */
type Renditions = 'on' | 'asked' | 'off'

/** Reading domain: the pages of books, as images and texts, and the reading positions of buyers. */
export interface Reading {
  bookPages: BookPages & BackgroundRendering
  features: Feature[]
}

/** Returns the queries of page texts and page metadata that the catalogue uses. */
export function createPageQueries(renditions: Renditions) {
  return { pageSearch, readPageMetadata: renditions === 'off' ? noPageMetadata : readPageMetadata }
}

export function openReading({
  platform: { orm, database, catalogueVersion, bodies },
  media: { library },
  delivery: { requireFile, sendBytes },
  renditions,
  listOrders,
}: {
  platform: Platform
  media: Media
  delivery: Delivery
  renditions: Renditions
  /** Lists the orders by which a client currently owns a book */
  listOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}): Reading {
  const store = createBookPageStore(orm)
  const reflows = createBookReflowStore(orm)
  const maker = createPageMaker({ library, store, reflows })
  const queue = createRenderQueue({ width: SANDBOX_PROCESSES, isCostly: maker.isCostly })
  const isOn = renditions !== 'off'
  const { sessionLocks } = database
  const { requireFreeSpace } = library
  const pages = createBookPages({ store, reflows, maker, queue, makeBody: bodies.make, isOn, requireFreeSpace })
  const due = createDuePageStore(orm)
  const background = createBackgroundRendering({ store, due, reflows, maker, queue, library, isOn, catalogueVersion, sessionLocks })
  const files = { requireFile, bodies, sendBytes }
  const { publicRoutes, fileRoutes } = bookPageRoutes(pages, files)
  const searchRoutes = searchInBookRoutes({ pages, searchInBook: createSearchInBook(orm), findPlaces: createFindPlaces(orm) }, files)
  const positionRoutes = readingPositionRoutes({ store: createReadingPositionStore(orm), listOrders })
  const worker = { name: 'render book pages', everySeconds: EVERY_SECONDS, afterSeconds: CALM_SECONDS, run: background.makeInBackground }

  return {
    bookPages: { ...pages, ...background },
    features: [
      {
        publicRoutes: [...publicRoutes, searchRoutes, bookReflowRoutes(pages, files)],
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
