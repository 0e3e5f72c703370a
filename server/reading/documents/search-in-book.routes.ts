import { PageHits, PageSearchQuery } from '#contracts/reading/page-search.ts'
import { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import { allowAnyOrigin } from '#server/platform/http/any-origin.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { type DocumentRequests, FileKey, FileQuery } from './document-requests.ts'
import type { ReadableDocuments } from './readable-documents.ts'

const Query = PageSearchQuery.extend(FileQuery.shape)

/** Creates the routes of the search in one book, by the visitor's words or by those of stored places, with the access rules of the book's file. */
export function searchInBookRoutes(documents: ReadableDocuments, { requireFile }: Pick<DocumentRequests, 'requireFile'>) {
  return async (app: App) => {
    const schema = {
      tags: ['media'],
      summary: 'Search in a book’s file',
      params: FileKey,
      querystring: Query,
      response: { 200: PageHits },
      notes: { refuses: [403, 503] },
    }
    app.get('/media/:key/pages/search', { schema, config: { bound: 'in turn' } }, async (request, reply) => {
      const file = await requireFile(request.params.key, request.query)
      const found = await documents.open(file).search(request.query.q, visitorOf(request))
      if (file.audience === 'public') allowAnyOrigin(reply)
      reply.headers(
        file.audience === 'public'
          ? { 'cache-control': 'public, no-cache', 'cross-origin-resource-policy': 'cross-origin' }
          : { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' },
      )
      return found
    })

    const placesSchema = {
      tags: ['media'],
      summary: 'Find places of another edition in a book’s file by their words',
      params: FileKey,
      querystring: FileQuery,
      body: SoughtPlaces,
      response: { 200: FoundPlaces },
      notes: { refuses: [403, 503] },
    }
    // The words are in the body, since the URLs of requests are logged.
    app.post('/media/:key/pages/places', { schema: placesSchema, config: { bound: 'in turn' } }, async (request, reply) => {
      const file = await requireFile(request.params.key, request.query)
      reply.header('cache-control', 'no-store')
      return documents.open(file).findPlaces(request.body, visitorOf(request))
    })
  }
}
