import type { Book } from '#contracts/book.ts'
import { formatPrice } from '#contracts/price.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { warnOfOwners } from '#web/features/admin/orders/warn-of-owners.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'

export const bookResource: Resource<CatalogueBook> = {
  listUrl: '/admin/books',
  apiPath: '/books',
  singular: 'book',
  plural: 'books',
  title: 'Books',
  list: adminApi.listBooks,
  parse: (json) => adminApi.toBook(json as Book),
  nameOf: (book) => book.title,
  checkDeletion: ({ id }, init) => warnOfOwners({ product: 'book', productId: id }, init),
  fields: (book) => [
    { label: 'Title', value: book.title },
    { label: 'Author', value: book.author },
    { label: 'Price', value: formatPrice(book.price) },
    { label: 'Categories', value: book.categories.join(', ') },
    { label: 'Description', value: book.description },
    { label: 'Cover image', value: book.coverImage, isFile: true },
    { label: 'PDF file', value: book.pdfUrl, isFile: true },
  ],
  toasts: {
    fetchFailed: 'Failed to fetch books',
    added: 'Book added successfully',
    addFailed: 'Failed to add book',
    updated: 'Book updated successfully',
    updateFailed: 'Failed to update book',
    deleteFailed: 'Failed to delete book',
  },
}
