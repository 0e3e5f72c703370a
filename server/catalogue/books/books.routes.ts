import { Book, BookDetails, BookFields, bookForm, LockedPdf } from '#contracts/catalogue/book.ts'
import { StateFilter } from '#contracts/catalogue/item-state.ts'
import { AdminMadeEpub } from '#contracts/catalogue/made-epub.ts'
import { BookQuery, ItemId } from '#contracts/common/list.ts'
import { UploadedEpub, UploadedPdf } from '#contracts/common/upload.ts'
import { bulkRoutes } from '#server/catalogue/items/bulk.routes.ts'
import { inspectUpload } from '#server/catalogue/items/inspect-upload.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import { itemRoutes } from '#server/catalogue/items/items.routes.ts'
import type { App } from '#server/platform/http/server.ts'
import type { BookService } from './books.service.ts'

export function bookRoutes(books: BookService, deps: ItemDeps) {
  const { publicRoutes, adminRoutes } = itemRoutes(
    {
      path: '/books',
      item: Book,
      details: BookDetails,
      query: BookQuery,
      form: bookForm,
      fields: BookFields.extend({ lockedPdf: LockedPdf }),
      named: { one: 'a book', many: 'books', order: 'bestsellers first, then newest first; with q, best matches first; sort changes both' },
      service: books,
      states: { product: 'book', query: BookQuery.extend({ state: StateFilter.optional() }), service: books },
    },
    deps,
  )

  async function madeEpubRoutes(app: App) {
    const schema = {
      tags: ['books'],
      summary: 'Get the state of the EPUB that is made from a book’s PDF, with a URL for administrators',
      params: ItemId,
      response: { 200: AdminMadeEpub },
    }
    app.get('/admin/books/:id/epub', { schema }, ({ params }) => books.viewMadeEpub(params.id))
  }

  async function uploadedFileRoutes(app: App) {
    app.get(
      '/uploads/:id/document',
      {
        schema: {
          tags: ['uploads'],
          summary: 'Get the page count of an uploaded PDF, and the reason if readers may see no content; 400 if the PDF can’t be published',
          params: ItemId,
          response: { 200: UploadedPdf },
        },
      },
      (request) => inspectUpload(request, 'pdf', deps, books.inspectPdf),
    )
    app.get(
      '/uploads/:id/epub',
      {
        schema: {
          tags: ['uploads'],
          summary: 'Get the page count and the metadata of an uploaded EPUB; 400 if the EPUB can’t be published',
          params: ItemId,
          response: { 200: UploadedEpub },
        },
      },
      (request) => inspectUpload(request, 'epub', deps, books.inspectEpub),
    )
  }

  return { publicRoutes, adminRoutes: [...adminRoutes, bulkRoutes('/books', books), madeEpubRoutes, uploadedFileRoutes] }
}
