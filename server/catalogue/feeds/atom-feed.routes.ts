import { answerPreflights } from '#server/platform/http/any-origin.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { documentUrl } from '#server/platform/site-urls.ts'
import { type NewItem, writeAtomFeed } from './atom-feed.ts'
import type { FeedDeps } from './feed-deps.ts'
import type { FeedCatalogue } from './feed-items.ts'
import { FeedQuery } from './podcast-feed.routes.ts'

const ENTRIES = 50

/** Creates the routes of the Atom feed of all new items. */
export function atomFeedRoutes({ catalogue, send, urlsFor, site }: FeedDeps) {
  return async (app: App) => {
    setBound(app, 'cached')
    answerPreflights(app, async () => true)
    app.get('/feed.xml', { schema: { querystring: FeedQuery } }, (request, reply) => {
      const { cursor } = request.query
      const urls = urlsFor(request)
      const self = documentUrl(urls.origin, request, { cursor })
      return send(request, reply, self, async () => {
        const { items, next } = await listNewest(catalogue, cursor, site().podcast.priced === 'hidden')
        const page = {
          selfUrl: self.href,
          firstUrl: documentUrl(urls.origin, request).href,
          nextUrl: next && documentUrl(urls.origin, request, { cursor: next }).href,
        }
        return { type: 'application/atom+xml', body: writeAtomFeed(items, { ...page, site: site(), urls }) }
      })
    })
  }
}

/**
 * Lists the newest items of all kinds. Books, episodes and authors are ordered by chronological ids, so one cursor serves all three lists.
 */
async function listNewest(catalogue: FeedCatalogue, cursor: string | undefined, withoutPriced: boolean) {
  const query = { limit: ENTRIES + 1, cursor }
  const [books, episodes, authors] = await Promise.all([
    catalogue.listBooks({ ...query, newest: true }),
    catalogue.listEpisodes({ ...query, free: withoutPriced }),
    catalogue.listAuthors(query),
  ])
  const found: (NewItem & { sortId: string })[] = [
    ...books.items.map((item) => ({ kind: 'book' as const, item, sortId: item.sortId })),
    ...episodes.items.map((item) => ({ kind: 'podcast' as const, item, sortId: item.sortId })),
    ...authors.items.map((item) => ({ kind: 'author' as const, item, sortId: item.id })),
  ]
  const newestFirst = found.toSorted((one, other) => (one.sortId < other.sortId ? 1 : -1))
  const items = newestFirst.slice(0, ENTRIES)
  const last = items.at(-1)
  return { items, next: newestFirst.length > items.length && last ? `0.${last.sortId}` : undefined }
}
