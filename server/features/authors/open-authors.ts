import type { ItemDeps } from '#server/features/items/item-deps.ts'
import { authorRoutes } from './authors.routes.ts'
import { authorSearch } from './authors.search.ts'
import { type CountBooks, createAuthorService, type FindLastBookChange } from './authors.service.ts'
import { createAuthorStore } from './authors.store.ts'

export function openAuthors(deps: ItemDeps & { countBooks: CountBooks; findLastBookChange: FindLastBookChange }) {
  const authors = createAuthorService(createAuthorStore(deps.orm, { count: deps.count, reads: deps.reads }), deps)
  return {
    authors,
    search: authorSearch,
    ...authorRoutes(authors, deps),
    startTasks: [{ name: 'add slugs to authors', run: authors.addMissingSlugs }],
    loops: [authors.sharePictureLoop],
  }
}
