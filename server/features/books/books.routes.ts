import { z } from 'zod'
import { Book, BookFields } from '#contracts/book.ts'
import { BookQuery, ItemId } from '#contracts/list.ts'
import { StartedFrom } from '#contracts/started-from.ts'
import { uploadReference } from '#contracts/upload.ts'
import { documentForm } from '#server/platform/http/openapi-form.ts'
import { LIST_HEADERS, NOT_MODIFIED } from '#server/platform/http/openapi-responses.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { ClaimUpload } from '#server/platform/media/intake/claimed-upload.ts'
import { withForm } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { BookService } from './books.service.ts'

const tags = ['books']

export function bookRoutes({ books, lists }: { books: BookService; lists: PublicLists }) {
  return async (app: App) => {
    app.get(
      '/books',
      {
        schema: {
          tags,
          summary: 'Books, those that sell best first, then the newest; with q, the best matches first',
          querystring: BookQuery,
          response: { 200: z.array(Book), ...NOT_MODIFIED },
          notes: { responseHeaders: LIST_HEADERS },
        },
      },
      (request, reply) => lists.send(request, reply, books),
    )

    app.get('/books/:id', { schema: { tags, summary: 'One book', params: ItemId, response: { 200: Book } } }, ({ params }) =>
      books.get(params.id),
    )
  }
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
  const fields = BookFields.extend({ pdfUpload: uploadReference('pdf') })
  const form = {
    folder: library.tempFolder,
    requireFreeSpace: library.requireFreeSpace,
    files: {
      coverImage: { kind: 'image' as const, limitBytes: limits.imageBytes },
      pdf: { kind: 'pdf' as const, limitBytes: limits.pdfBytes },
    },
    upload: { field: 'pdf' as const, claim: claimUpload },
  }

  return async (app: App) => {
    app.post(
      '/books',
      { schema: { tags, summary: 'Publish a book', ...documentForm(fields, ['coverImage', 'pdf']), response: { 201: Book } } },
      async (request, reply) => reply.code(201).send(await withForm(request, form, (sent) => books.add(sent, { by: request.actor }))),
    )

    app.patch(
      '/books/:id',
      {
        schema: {
          tags,
          summary: 'Change a book; what is not sent stays',
          params: ItemId,
          ...documentForm(fields.partial().extend({ updatedAt: StartedFrom }), ['coverImage', 'pdf'], { optional: true }),
          response: { 200: Book },
        },
      },
      (request) => withForm(request, form, (sent) => books.change(request.params.id, sent, { by: request.actor })),
    )

    app.delete(
      '/books/:id',
      { schema: { tags, summary: 'Remove a book with its files', params: ItemId, response: { 204: z.null() } } },
      async (request, reply) => {
        await books.remove(request.params.id, { by: request.actor })
        return reply.code(204).send(null)
      },
    )
  }
}
