import type { Page } from '#contracts/list.ts'
import { site } from '#site/site.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import type { Route } from './+types/sitemap.ts'

type Dated = { updatedAt: string }

/** The public pages, with the last change among the first hundred items that each lists. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const api = context.get(apiContext)
  const newest = async (list: Promise<Page<Dated>>) =>
    (await listOrEmpty(list)).items
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1)
  const founder = site.founder.name
  const [books, founderBooks, podcasts, authors, ...programs] = await Promise.all([
    newest(api.listBooks({ limit: 100, excludeAuthor: founder })),
    newest(api.listBooks({ limit: 100, author: founder })),
    newest(api.listPodcasts({ limit: 100 })),
    newest(api.listAuthors({ limit: 100 })),
    ...site.programs.map(({ categories }) => newest(api.listPodcasts({ limit: 100, category: categories.join(',') }))),
  ])
  const pages: [path: string, changed?: string | undefined][] = [
    [
      '/',
      [books, founderBooks, podcasts]
        .filter((date) => date !== undefined)
        .sort()
        .at(-1),
    ],
    ['/bookshop', books],
    [`/books-by-${site.founder.slug}`, founderBooks],
    ['/authors', authors],
    ['/publishing'],
    ['/podcasts', podcasts],
    ['/contact'],
    ['/purchases'],
    ['/terms'],
    ['/privacy'],
    ['/refunds'],
    ...site.programs.map(({ slug }, index) => [`/programs/${slug}`, programs[index]] as [string, string | undefined]),
  ]
  const entries = pages.map(([path, changed]) => `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`)
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
