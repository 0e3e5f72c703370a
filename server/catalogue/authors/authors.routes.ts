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
      summaries: {
        list: 'List authors',
        get: 'Get an author',
        add: 'Add an author',
        change: 'Change an author; omitted fields stay unchanged',
        remove: 'Remove an author',
      },
      service: authors,
    },
    deps,
  )
}
