import { z } from 'zod'
import { BookFlow, FlowPart } from '#contracts/book-flow.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import { type BookPageFiles, etagOf, FILE_NOTES, FileKey, FileQuery, fileHeaders } from './book-file-requests.ts'
import { FLOW_EDITION } from './book-flow.store.ts'
import type { BookPageService } from './book-pages.service.ts'

const Part = FileKey.extend({ part: z.coerce.number().int().min(0).max(1e9).meta({ description: 'Counts from 1' }) })
const DOCUMENTED = { tags: ['media'], querystring: FileQuery, notes: FILE_NOTES }

/** The flowing text of a book’s file, open to whom the file is open. */
export function bookFlowRoutes(pages: Pick<BookPageService, 'flow' | 'flowPart'>, { requireFile }: Pick<BookPageFiles, 'requireFile'>) {
  return async (app: App) => {
    const flowSchema = {
      ...{ ...DOCUMENTED, summary: 'The parts of a book’s flowing text', params: FileKey },
      response: { 200: BookFlow, ...NOT_MODIFIED },
    }
    app.get('/media/:key/pages/flow', { schema: flowSchema }, async ({ params: { key }, query, headers }, reply) => {
      const file = await requireFile(key, query)
      const flow = await pages.flow(file)
      const etag = `W/${etagOf(key, 'flow', FLOW_EDITION)}`
      reply.headers(fileHeaders(file, etag))
      return matchesEtag({ headers: { etag } }, headers['if-none-match']) ? reply.code(304).send(null) : flow
    })

    const partSchema = {
      ...{ ...DOCUMENTED, summary: 'A part of a book’s flowing text', params: Part },
      response: { 200: FlowPart, ...NOT_MODIFIED },
    }
    app.get('/media/:key/pages/flow/:part', { schema: partSchema }, async ({ params: { key, part }, query, headers }, reply) => {
      const file = await requireFile(key, query)
      const blocks = await pages.flowPart(file, part)
      const etag = `W/${etagOf(key, 'flow', FLOW_EDITION, part)}`
      reply.headers(fileHeaders(file, etag))
      return matchesEtag({ headers: { etag } }, headers['if-none-match']) ? reply.code(304).send(null) : blocks
    })
  }
}
