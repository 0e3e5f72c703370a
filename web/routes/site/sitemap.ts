import type { Page } from '#contracts/list.ts'
import { site } from '#site/site.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import type { Route } from './+types/sitemap.ts'

type PageWithLists = [path: string, ...lists: Promise<Page<{ updatedAt: string }>>[]]

/** The public pages, with the last change among the first hundred items that each lists. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const api = context.get(apiContext)
  const { name, slug } = site.founder
  const books = listOrEmpty(api.listBooks({ limit: 100, excludeAuthor: name }))
  const founderBooks = listOrEmpty(api.listBooks({ limit: 100, author: name }))
  const podcasts = listOrEmpty(api.listPodcasts({ limit: 100 }))
  const programs = site.programs.map(({ slug, categories }): PageWithLists => {
    const episodes = listOrEmpty(api.listPodcasts({ limit: 100, category: categories.join(',') }))
    return [`/programs/${slug}`, episodes]
  })
  const pages: PageWithLists[] = [
    ['/', books, founderBooks, podcasts],
    ['/bookshop', books],
    [`/books-by-${slug}`, founderBooks],
    ['/authors', listOrEmpty(api.listAuthors({ limit: 100 }))],
    ['/publishing'],
    ['/podcasts', podcasts],
    ['/contact'],
    ['/purchases'],
    ['/terms'],
    ['/privacy'],
    ['/refunds'],
    ...programs,
  ]
  const entries = await Promise.all(
    pages.map(async ([path, ...lists]) => {
      const items = (await Promise.all(lists)).flatMap((list) => list.items)
      const changed = items
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1)
      return `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`
    }),
  )
  return new Response(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>',
      '',
    ].join('\n'),
    { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } },
  )
}
