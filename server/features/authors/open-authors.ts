import type { RecordAction } from '#server/platform/audit/action.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { authorAdminRoutes, authorRoutes } from './authors.routes.ts'
import { createAuthorService } from './authors.service.ts'
import { createAuthorStore } from './authors.store.ts'

/** Opens the authors. `countBooks` answers how many books carry each name as their author's. */
export function openAuthors({
  orm,
  count,
  lists,
  library,
  publish,
  record,
  limits,
  countBooks,
}: {
  orm: Orm
  count: VersionedCache<number>
  lists: PublicLists
  library: MediaLibrary
  publish: PublishToCatalogue
  record: RecordAction
  limits: { imageBytes: number; imagePixels: number }
  countBooks: (names: string[], transaction?: Transaction) => Promise<Map<string, number>>
}) {
  const authors = createAuthorService({
    store: createAuthorStore(orm, { count }),
    publish,
    record,
    pixelLimit: limits.imagePixels,
    countBooks,
  })
  return {
    authors,
    publicRoutes: [authorRoutes({ authors, lists })],
    adminRoutes: [authorAdminRoutes({ authors, library, limits })],
  }
}
