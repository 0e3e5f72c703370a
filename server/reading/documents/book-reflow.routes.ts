import { z } from 'zod'
import { BookReflow, ReflowPart } from '#contracts/reading/book-reflow.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { REFLOW_VERSION } from './book-reflow.store.ts'
import { DOCUMENTED, type DocumentRequests, FileKey, sendBody } from './document-requests.ts'
import type { ReadableDocuments } from './readable-documents.ts'

const Part = FileKey.extend({ part: z.coerce.number().int().min(0).max(1e9).meta({ description: '1-based' }) })

/** Creates the routes of the reflowable text of a book's file, with the access rules of the file. */
export function bookReflowRoutes(documents: ReadableDocuments, { requireFile, bodies }: Pick<DocumentRequests, 'requireFile' | 'bodies'>) {
  return async (app: App) => {
    setBound(app, 'cached')
    const reflowSchema = {
      ...DOCUMENTED,
      summary: 'List the parts of a book’s reflowable text',
      params: FileKey,
      response: { 200: BookReflow, ...NOT_MODIFIED },
    }
    app.get('/media/:key/pages/flow', { schema: reflowSchema }, async (request, reply) => {
      const file = await requireFile(request.params.key, request.query)
      const read = (visitor: Visitor) => documents.open(file).parts(visitor)
      return sendBody(request, reply, { bodies, file, parts: ['flow', REFLOW_VERSION], read })
    })

    const partSchema = {
      ...DOCUMENTED,
      summary: 'Get a part of a book’s reflowable text',
      params: Part,
      response: { 200: ReflowPart, ...NOT_MODIFIED },
    }
    app.get('/media/:key/pages/flow/:part', { schema: partSchema }, async (request, reply) => {
      const { key, part } = request.params
      const file = await requireFile(key, request.query)
      const read = (visitor: Visitor) => documents.open(file).part(part, visitor)
      return sendBody(request, reply, { bodies, file, parts: ['flow', REFLOW_VERSION, part], read })
    })
  }
}
