import { z } from 'zod'
import { StartedFrom } from '#contracts/item.ts'
import { ItemId, type ListQuery } from '#contracts/list.ts'
import { type UploadField, uploadReference } from '#contracts/upload.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { documentForm, LIST_HEADERS, NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PublicList } from '#server/platform/lists/public-lists.ts'
import type { MultipartForm } from '#server/platform/media/intake/multipart-form.ts'
import type { FileRule } from '#server/platform/media/intake/receive-file.ts'
import { withForm } from '#server/platform/media/intake/with-form.ts'
import type { ItemDeps } from './item-deps.ts'

/**
 * The list of one kind of items and one of them, the forms that add and change them, and their removal.
 * @param upload names the file that may be sent ahead in pieces
 */
export function itemRoutes<Query extends ListQuery, File extends string>(
  kind: {
    path: `/${string}`
    item: z.ZodType
    query: z.ZodType<Query>
    fields: z.ZodObject
    files: Record<File, FileRule>
    upload?: File & UploadField
    summaries: Record<'list' | 'get' | 'add' | 'change' | 'remove', string>
    service: PublicList<Query, unknown> & {
      get: (id: string) => Promise<unknown>
      add: (form: MultipartForm<File>, options: { by?: Actor | undefined }) => Promise<unknown>
      change: (id: string, form: MultipartForm<File>, options: { by?: Actor | undefined }) => Promise<unknown>
      remove: (id: string, options: { by?: Actor | undefined }) => Promise<void>
    }
  },
  { lists, library, claimUpload }: ItemDeps,
) {
  const { path, item, query, files, upload, summaries, service } = kind
  const tags = [path.slice(1)]
  const fields = upload ? kind.fields.extend({ [`${upload}Upload`]: uploadReference(upload) }) : kind.fields
  const form = {
    folder: library.tempFolder,
    requireFreeSpace: library.requireFreeSpace,
    files,
    ...(upload && { upload: { field: upload, claim: claimUpload } }),
  }
  const names = Object.keys(files)

  async function publicRoutes(app: App) {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: summaries.list, querystring: query },
          response: { 200: z.array(item), ...NOT_MODIFIED },
          notes: { responseHeaders: LIST_HEADERS },
        },
      },
      (request, reply) => lists.send(request, reply, service),
    )

    app.get(`${path}/:id`, { schema: { tags, summary: summaries.get, params: ItemId, response: { 200: item } } }, ({ params }) =>
      service.get(params.id),
    )
  }

  async function adminRoutes(app: App) {
    app.post(
      path,
      { schema: { tags, summary: summaries.add, ...documentForm(fields, names), response: { 201: item } } },
      async (request, reply) => reply.code(201).send(await withForm(request, form, (sent) => service.add(sent, { by: request.actor }))),
    )

    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: summaries.change, params: ItemId },
          ...documentForm(fields.partial().extend({ updatedAt: StartedFrom }), names, { optional: true }),
          response: { 200: item },
        },
      },
      (request) => withForm(request, form, (sent) => service.change(request.params.id, sent, { by: request.actor })),
    )

    app.delete(
      `${path}/:id`,
      { schema: { tags, summary: summaries.remove, params: ItemId, response: { 204: z.null() } } },
      async (request, reply) => {
        await service.remove(request.params.id, { by: request.actor })
        return reply.code(204).send(null)
      },
    )
  }

  return { publicRoutes: [publicRoutes], adminRoutes: [adminRoutes] }
}
