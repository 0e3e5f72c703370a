import { Book, BookDetails, BookFields, bookForm, LockedPdf } from '#contracts/catalogue/book.ts'
import { BookQuery } from '#contracts/common/list.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import { itemRoutes } from '#server/catalogue/items/items.routes.ts'
import type { BookService } from './books.service.ts'

export function bookRoutes(books: BookService, deps: ItemDeps) {
  return itemRoutes(
    {
      path: '/books',
      item: Book,
      details: BookDetails,
      query: BookQuery,
      form: bookForm,
      fields: BookFields.extend({ lockedPdf: LockedPdf }),
      summaries: {
        list: 'List books, bestsellers first, then newest first; with q, best matches first',
        get: 'Get a book',
        add: 'Publish a book',
        change: 'Change a book; omitted fields stay unchanged',
        remove: 'Remove a book with its files',
      },
      service: books,
    },
    deps,
  )
}
