import { z } from 'zod'
import { Author, AuthorFields } from '#contracts/author.ts'
import { ItemId, ListQuery } from '#contracts/list.ts'
import { StartedFrom } from '#contracts/started-from.ts'
import { documentForm } from '#server/platform/http/openapi-form.ts'
import { LIST_HEADERS, NOT_MODIFIED } from '#server/platform/http/openapi-responses.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import { withForm } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { AuthorService } from './authors.service.ts'

const tags = ['authors']

export function authorRoutes({ authors, lists }: { authors: AuthorService; lists: PublicLists }) {
  return async (app: App) => {
    app.get(
      '/authors',
      {
        schema: {
          tags,
          summary: 'Authors',
          querystring: ListQuery,
          response: { 200: z.array(Author), ...NOT_MODIFIED },
          notes: { responseHeaders: LIST_HEADERS },
        },
      },
      (request, reply) => lists.send(request, reply, authors),
    )

    app.get('/authors/:id', { schema: { tags, summary: 'One author', params: ItemId, response: { 200: Author } } }, ({ params }) =>
      authors.get(params.id),
    )
  }
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
  const form = {
    folder: library.tempFolder,
    requireFreeSpace: library.requireFreeSpace,
    files: {
      photo: { kind: 'image' as const, limitBytes: limits.imageBytes },
    },
  }

  return async (app: App) => {
    app.post(
      '/authors',
      { schema: { tags, summary: 'Add an author', ...documentForm(AuthorFields, ['photo']), response: { 201: Author } } },
      async (request, reply) => reply.code(201).send(await withForm(request, form, (sent) => authors.add(sent, { by: request.actor }))),
    )

    app.patch(
      '/authors/:id',
      {
        schema: {
          tags,
          summary: 'Change an author; what is not sent stays',
          params: ItemId,
          ...documentForm(AuthorFields.partial().extend({ updatedAt: StartedFrom }), ['photo'], { optional: true }),
          response: { 200: Author },
        },
      },
      (request) => withForm(request, form, (sent) => authors.change(request.params.id, sent, { by: request.actor })),
    )

    app.delete(
      '/authors/:id',
      { schema: { tags, summary: 'Remove an author', params: ItemId, response: { 204: z.null() } } },
      async (request, reply) => {
        await authors.remove(request.params.id, { by: request.actor })
        return reply.code(204).send(null)
      },
    )
  }
}
