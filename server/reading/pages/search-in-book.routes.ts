import { PageHits, PageSearchQuery } from '#contracts/reading/page-search.ts'
import { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { allowAnyOrigin } from '#server/platform/http/any-origin.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { type BookPageFiles, FileKey, FileQuery } from './book-file-requests.ts'
import type { FindPlaces } from './find-places.store.ts'
import type { BookPages } from './obtain-pages.ts'
import type { SearchInBook } from './search-in-book.store.ts'

const Query = PageSearchQuery.extend(FileQuery.shape)
const SEARCHING = { width: 3, maxWaiting: 50, maxWaitMs: 5000, busy: 'Too many searches right now' }

/** Creates the routes of the search in one book, by the visitor's words or by those of stored places, with the access rules of the book's file. */
export function searchInBookRoutes(
  { pages, searchInBook, findPlaces }: { pages: Pick<BookPages, 'summary'>; searchInBook: SearchInBook; findPlaces: FindPlaces },
  { requireFile }: Pick<BookPageFiles, 'requireFile'>,
) {
  const inTurn = createFairQueue(SEARCHING)
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
      const visitor = visitorOf(request)
      const { pageCount } = await pages.summary(file, visitor)
      const found = await inTurn(visitor, () => searchInBook(file.key, pageCount, request.query.q))
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
      const visitor = visitorOf(request)
      const { pageCount } = await pages.summary(file, visitor)
      reply.header('cache-control', 'no-store')
      return inTurn(visitor, () => findPlaces(file.key, pageCount, request.body))
    })
  }
}
