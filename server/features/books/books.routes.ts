import { Book, BookFields } from '#contracts/book.ts'
import { BookQuery } from '#contracts/list.ts'
import { itemAdminRoutes, itemRoutes } from '#server/features/items/items.routes.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { ClaimUpload } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { BookService } from './books.service.ts'

export function bookRoutes({ books, lists }: { books: BookService; lists: PublicLists }) {
  return itemRoutes({
    path: '/books',
    item: Book,
    query: BookQuery,
    summaries: { list: 'Books, those that sell best first, then the newest; with q, the best matches first', get: 'One book' },
    service: books,
    lists,
  })
}

export function bookAdminRoutes({
  books,
  library,
  limits,
  claimUpload,
}: {
  books: BookService
  library: MediaLibrary
  limits: { imageBytes: number; pdfBytes: number }
  claimUpload: ClaimUpload
}) {
  return itemAdminRoutes({
    path: '/books',
    item: Book,
    fields: BookFields,
    files: { coverImage: { kind: 'image', limitBytes: limits.imageBytes }, pdf: { kind: 'pdf', limitBytes: limits.pdfBytes } },
    upload: { field: 'pdf', claim: claimUpload },
    summaries: { add: 'Publish a book', change: 'Change a book; what is not sent stays', remove: 'Remove a book with its files' },
    service: books,
    library,
  })
}
