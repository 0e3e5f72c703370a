import type { ItemDeps } from '#server/features/items/item-deps.ts'
import type { Transaction } from '#server/platform/database/database.ts'
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
}: ItemDeps & {
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
