import { data } from 'react-router'
import type { SitemapItem } from '#contracts/catalogue/sitemap.ts'
import type { Page } from '#contracts/common/list.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { listBookshopBooks } from '#web/catalogue/books/list-bookshop-books.ts'
import { sitemapFile } from '#web/catalogue/items/sitemap-xml.ts'
import { type Api, apiContext } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { siteContext } from '#web/lib/site.tsx'
import { founderLink } from '#web/site/layout/links.ts'
import type { Route } from './+types/sitemap-file.ts'

/** Renders a sitemap: `pages.xml`, or a numbered sitemap such as `books-2.xml`. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const api = context.get(apiContext)
  if (params.file === 'pages.xml') return sitemapFile(await listPages(api, context.get(siteContext), origin))
  const [, kind, page] = /^(books|podcasts|authors|series)-([1-9]\d{0,5})\.xml$/.exec(params.file) ?? []
  const items = kind ? await listItems(api, kind, Number(page)) : []
  if (items.length === 0) throw data(null, { status: 404 })
  return sitemapFile(
    items.map(({ slug, updatedAt, image }) => ({
      url: `${origin}/${kind}/${slug}`,
      changedAt: updatedAt,
      ...(image !== undefined && { image: new URL(api.media(image, kind === 'authors' ? 'authors/' : ''), origin).href }),
    })),
  )
}

/** Lists all items of a kind, the oldest first. Series have no image. */
async function listItems(api: Api, kind: string, page: number): Promise<(Omit<SitemapItem, 'image'> & { image?: string })[]> {
  return (await api.call(`/sitemap/${kind}?page=${page}`)).json() as ReturnType<typeof listItems>
}

type PageWithLists = [path: string, ...lists: Promise<Page<{ updatedAt: string }>>[]]

/** Lists the public pages. The modification date of a page is the latest change among the first hundred items of its lists. */
async function listPages(api: Api, site: Site, origin: string) {
  const books = listOrEmpty(listBookshopBooks(api, { limit: 100 }, { founder: site.founder.name }))
  const founderBooks = listOrEmpty(api.listBooks({ limit: 100, author: site.founder.name }))
  const podcasts = listOrEmpty(api.listPodcasts({ limit: 100 }))
  const programs = site.programs.map(({ slug, categories }): PageWithLists => {
    const episodes = listOrEmpty(api.listPodcasts({ limit: 100, category: categories.join(',') }))
    return [`/programs/${slug}`, episodes]
  })
  const pages: PageWithLists[] = [
    ['/', books, founderBooks, podcasts],
    ['/bookshop', books],
    [founderLink(site).to, founderBooks],
    ['/authors', listOrEmpty(api.listAuthors({ limit: 100 }))],
    ['/publishing'],
    ['/podcasts', podcasts],
    ['/contact'],
    ['/purchases'],
    ['/terms'],
    ['/privacy'],
    ['/refunds'],
    ...programs,
    ...(await api.readSection('collections')).map(({ slug }): PageWithLists => [`/collections/${slug}`]),
  ]
  return Promise.all(
    pages.map(async ([path, ...lists]) => {
      const items = (await Promise.all(lists)).flatMap((list) => list.items)
      const changedAt = items
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1)
      return { url: `${origin}${path}`, changedAt }
    }),
  )
}
