import type { ItemDeps } from '#server/features/items/item-deps.ts'
import { authorRoutes } from './authors.routes.ts'
import { type CountBooks, createAuthorService } from './authors.service.ts'
import { createAuthorStore } from './authors.store.ts'

export function openAuthors(deps: ItemDeps & { countBooks: CountBooks }) {
  const authors = createAuthorService(createAuthorStore(deps.orm, { count: deps.count }), deps)
  return { authors, ...authorRoutes(authors, deps) }
}
