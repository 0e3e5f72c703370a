import { data } from 'react-router'
import { BookGrid } from '#web/catalogue/books/book-grid.tsx'
import { ShelfHead } from '#web/catalogue/books/shelf-head.tsx'
import { useRememberedPages } from '#web/catalogue/items/use-remembered-pages.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { rootOf } from '#web/lib/site.tsx'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/series.ts'

const BOOKS_PER_PAGE = 24

export function meta(args: Route.MetaArgs) {
  const { name, slug, page } = args.loaderData ?? {}
  if (!name || !page) return pageMeta(args, { title: 'Not found', description: rootOf(args).site.brand.blurb, hidden: true })
  return pageMeta(args, {
    title: name,
    description: `The ${pluralize(page.total, 'book')} of the series ${name}, in their order.`,
    about:
      import.meta.env.SSR &&
      ((origin) => [
        { '@type': 'BookSeries', '@id': `${origin}/series/${slug}#series`, name, url: `${origin}/series/${slug}` },
        breadcrumbData([
          { name: 'Bookshop', url: `${origin}/bookshop` },
          { name, url: `${origin}/series/${slug}` },
        ]),
      ]),
  })
}

async function load({ request, params: { slug }, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const page = await context.get(apiContext).listBooks(query(slug, cursor))
  const name = page.items[0]?.series
  if (!name) throw data(null, { status: 404 })
  return { name, slug, language: page.items[0]?.language, cursor, page }
}

export { load as clientLoader, load as loader }

/** Page of a series: its books in their order. */
export default function Series({ loaderData: { name, slug, language, cursor, page } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-24 pb-14 md:pt-32 md:pb-22">
      <ShelfHead kind="Series" title={name} language={language}>
        <h2 className="mt-3 font-sans text-soft md:text-xl">{pluralize(page.total, 'book')}</h2>
      </ShelfHead>
      <Books key={slug + cursor} first={page} slug={slug} />
    </div>
  )
}

function Books({ first, slug }: { first: Route.ComponentProps['loaderData']['page']; slug: string }) {
  const { items, more } = useRememberedPages(
    first,
    (cursor) => browserApi.listBooks(query(slug, cursor)),
    (cursor) => `/series/${slug}?cursor=${encodeURIComponent(cursor)}`,
  )
  return (
    <>
      <BookGrid books={items} />
      {more}
    </>
  )
}

function query(series: string, cursor?: string) {
  return { series, sort: 'series' as const, cursor, limit: BOOKS_PER_PAGE }
}
