import { SITEMAP_ITEMS } from '#contracts/catalogue/sitemap.ts'
import { sitemapIndex } from '#web/catalogue/items/sitemap-xml.ts'
import { apiContext } from '#web/lib/api/api.ts'
import type { Route } from './+types/sitemap.ts'

/** Renders the sitemap index: one sitemap for the pages, and as many as needed for books, episodes, authors and series. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const api = context.get(apiContext)
  const totals = {
    books: (await api.listBooks({ limit: 1 })).total,
    podcasts: (await api.listPodcasts({ limit: 1 })).total,
    authors: (await api.listAuthors({ limit: 1 })).total,
    series: Number((await api.call('/sitemap/series')).headers.get('x-total-count')),
  }
  const files = Object.entries(totals).flatMap(([kind, total]) =>
    Array.from({ length: Math.ceil(total / SITEMAP_ITEMS) }, (_, index) => `${kind}-${index + 1}`),
  )
  return sitemapIndex(['pages', ...files].map((name) => `${origin}/sitemap/${name}.xml`))
}
