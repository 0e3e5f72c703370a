import { authorRoutes } from './authors.routes.ts'
import { authorSearch } from './authors.search.ts'
import { type AuthorServiceDeps, createAuthorService } from './authors.service.ts'
import { createAuthorStore } from './authors.store.ts'

export function openAuthors(deps: AuthorServiceDeps) {
  const authors = createAuthorService(createAuthorStore(deps.orm, { count: deps.count }), deps)
  return {
    authors,
    search: authorSearch,
    ...authorRoutes(authors, deps),
    startupTasks: [{ name: 'add slugs to authors', run: authors.addMissingSlugs }],
    workers: [authors.shareImageWorker],
  }
}
