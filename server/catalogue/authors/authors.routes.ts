import { Author, AuthorChanges, AuthorFields, authorForm } from '#contracts/catalogue/author.ts'
import { AuthorQuery } from '#contracts/common/list.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import { itemRoutes } from '#server/catalogue/items/items.routes.ts'
import type { AuthorService } from './authors.service.ts'

export function authorRoutes(authors: AuthorService, deps: ItemDeps) {
  return itemRoutes(
    {
      path: '/authors',
      item: Author,
      query: AuthorQuery,
      form: authorForm,
      fields: AuthorFields,
      changes: AuthorChanges,
      named: { one: 'an author', many: 'authors', order: 'newest first' },
      service: authors,
    },
    deps,
  )
}
