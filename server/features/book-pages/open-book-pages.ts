import type { Database, Orm } from '#server/platform/database/database.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import { type BookPageFiles, bookPageRoutes } from './book-pages.routes.ts'
import { createBookPageService } from './book-pages.service.ts'
import { createBookPageStore } from './book-pages.store.ts'
import { createPageMaker } from './make-pages.ts'
import { createMakingOrder } from './making-order.ts'

/** How soon pages are begun after a book was published, and after a start, which they must not slow down. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 30

/** Opens what makes pictures and texts of the pages of books, and serves them. */
export function openBookPages({
  orm,
  library,
  database: { sessionLocks },
  catalogueVersion,
  isOn,
  files,
}: {
  orm: Orm
  library: MediaLibrary
  database: Pick<Database, 'sessionLocks'>
  catalogueVersion: { current: () => number }
  /** Whether pages are made at all */
  isOn: boolean
  files: BookPageFiles
}) {
  const store = createBookPageStore(orm)
  const maker = createPageMaker({ library, store })
  const { requireFreeSpace } = library
  const pages = createBookPageService({ store, maker, order: createMakingOrder(), isOn, catalogueVersion, sessionLocks, requireFreeSpace })
  const loop = { name: 'make pages of books', everySeconds: EVERY_SECONDS, afterSeconds: CALM_SECONDS, run: pages.makeInBackground }
  return { bookPages: pages, ...bookPageRoutes(pages, files), loops: isOn ? [loop] : [] }
}
