import { SANDBOX_PROCESSES } from '#server/media/sandbox/sandbox.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Database, Orm } from '#server/platform/database/database.ts'
import type { BookPageFiles } from './book-file-requests.ts'
import { bookPageRoutes } from './book-pages.routes.ts'
import { createBookPageStore } from './book-pages.store.ts'
import { bookReflowRoutes } from './book-reflow.routes.ts'
import { createBookReflowStore } from './book-reflow.store.ts'
import { createDuePageStore } from './due-pages.store.ts'
import { createPageMaker } from './make-pages.ts'
import { createBookPages } from './obtain-pages.ts'
import { createBackgroundRendering } from './render-in-background.ts'
import { createRenderQueue } from './render-queue.ts'
import { searchInBookRoutes } from './search-in-book.routes.ts'
import { createSearchInBook } from './search-in-book.store.ts'

/** Delay before pages are rendered after a book was published, and after a start, which rendering must not slow down. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 30

/** Opens the rendering and delivery of the pages of books, as pictures and texts. */
export function openBookPages({
  orm,
  library,
  database: { sessionLocks },
  catalogueVersion,
  isOn,
  inBackground,
  files,
}: {
  orm: Orm
  library: MediaLibrary
  database: Pick<Database, 'sessionLocks'>
  catalogueVersion: CatalogueVersion
  /** Whether pages are rendered at all */
  isOn: boolean
  /** Whether all pages of every book are rendered, or only requested pages */
  inBackground: boolean
  files: BookPageFiles
}) {
  const store = createBookPageStore(orm)
  const reflows = createBookReflowStore(orm)
  const maker = createPageMaker({ library, store, reflows })
  const queue = createRenderQueue({ width: SANDBOX_PROCESSES, isCostly: maker.isCostly })
  const { requireFreeSpace } = library
  const pages = createBookPages({ store, reflows, maker, queue, makeBody: files.bodies.make, isOn, requireFreeSpace })
  const due = createDuePageStore(orm)
  const background = createBackgroundRendering({ store, due, reflows, maker, queue, library, isOn, catalogueVersion, sessionLocks })
  const worker = { name: 'render book pages', everySeconds: EVERY_SECONDS, afterSeconds: CALM_SECONDS, run: background.makeInBackground }
  const { publicRoutes, fileRoutes } = bookPageRoutes(pages, files)
  const searchRoutes = searchInBookRoutes({ pages, searchInBook: createSearchInBook(orm) }, files)
  return {
    bookPages: { ...pages, ...background },
    publicRoutes: [...publicRoutes, searchRoutes, bookReflowRoutes(pages, files)],
    fileRoutes,
    workers: inBackground ? [worker] : [],
  }
}
