import type { Book } from '#contracts/book.ts'
import type { CatalogueBook } from '#web/lib/api.ts'
import { adminApi } from '../admin-api.ts'
import type { Resource } from '../resource.ts'

export const bookResource: Resource<CatalogueBook> = {
  home: '/admin/books',
  path: '/books',
  one: 'book',
  many: 'books',
  title: 'Books',
  list: adminApi.listBooks,
  read: (json) => adminApi.toBook(json as Book),
  nameOf: (book) => book.title,
  toasts: {
    fetchFailed: 'Failed to fetch books',
    added: 'Book added successfully',
    addFailed: 'Failed to add book',
    updated: 'Book updated successfully',
    updateFailed: 'Failed to update book',
    deleteFailed: 'Failed to delete book',
  },
}
