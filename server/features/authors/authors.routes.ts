import { Author, AuthorFields } from '#contracts/author.ts'
import { ListQuery } from '#contracts/list.ts'
import { itemAdminRoutes, itemRoutes } from '#server/features/items/items.routes.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { AuthorService } from './authors.service.ts'

export function authorRoutes({ authors, lists }: { authors: AuthorService; lists: PublicLists }) {
  return itemRoutes({
    path: '/authors',
    item: Author,
    query: ListQuery,
    summaries: { list: 'Authors', get: 'One author' },
    service: authors,
    lists,
  })
}

export function authorAdminRoutes({
  authors,
  library,
  limits,
}: {
  authors: AuthorService
  library: MediaLibrary
  limits: { imageBytes: number }
}) {
  return itemAdminRoutes({
    path: '/authors',
    item: Author,
    fields: AuthorFields,
    files: { photo: { kind: 'image', limitBytes: limits.imageBytes } },
    summaries: { add: 'Add an author', change: 'Change an author; what is not sent stays', remove: 'Remove an author' },
    service: authors,
    library,
  })
}
