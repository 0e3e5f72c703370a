import { data } from 'react-router'
import { languageName } from '#contracts/catalogue/language-names.ts'
import type { Page } from '#contracts/common/list.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { founderArt } from '#site/art/founder-art.ts'
import { BookGrid, BookGridLoading } from '#web/catalogue/books/book-grid.tsx'
import { countText } from '#web/catalogue/items/count-line.tsx'
import { bookQuery, type Filters, isNarrowing, readListQuery, writeFilters } from '#web/catalogue/items/filters.ts'
import { useRememberedPages } from '#web/catalogue/items/use-remembered-pages.tsx'
import { apiContext, type CatalogueBook } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { rootOf, siteContext, useSite } from '#web/lib/site.tsx'
import { founderLink } from '#web/site/layout/links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/founder-books.ts'

const BOOKS_PER_PAGE = 24

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  const texts = args.loaderData?.texts
  if (!texts) return pageMeta(args, { title: 'Page not found', description: 'There is nothing at this address.', hidden: true })
  return pageMeta(args, { title: founderLink(rootOf(args).site).text, description: texts.lines.join(' ') })
}

async function load({ request, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  if (`/${params.page}` !== founderLink(site).to) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const { filters, cursor } = readListQuery(request)
  const page = listOrEmpty(api.listBooks(query(filters, site, cursor)))
  const texts = await api.readSection('founder')
  return { texts, image: api.toScene(texts.picture), filters, cursor, page }
}

export { load as clientLoader, load as loader }

export default function FounderBooks({ loaderData: { texts, image, filters, cursor, page } }: Route.ComponentProps) {
  const link = founderLink(useSite())
  return (
    <>
      <Hero title={link.text} lines={texts.lines} image={image ?? founderArt} />
      <section aria-labelledby="their-books" className="wrap pt-8 pb-14 md:py-20">
        <SectionTitle
          id="their-books"
          title="The founder’s shelf"
          aside={
            cursor ? (
              <TextLink to={`${link.to}${writeFilters(filters)}`}>Back to the first books</TextLink>
            ) : (
              <TextLink to="/bookshop">Books by our other authors</TextLink>
            )
          }
        />
        <Deferred data={page} outline={<BookGridLoading count={4} />}>
          {(first) => <Results key={cursor} first={first} filters={filters} />}
        </Deferred>
      </section>
      <section aria-labelledby="about-founder" className="border-rule border-t bg-paper-2 py-14 md:py-20">
        <div className="wrap grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
          <h2 id="about-founder" className="text-title-md md:text-title-3xl">
            About <span className="inline-block">{texts.name}</span>
          </h2>
          <div className="max-w-[60ch] md:text-xl md:leading-relaxed">
            {texts.about.map((text) => (
              <p key={text} className="mb-[0.9em]">
                {text}
              </p>
            ))}
            <TextLink to="/authors">Meet all our authors</TextLink>
          </div>
        </div>
      </section>
    </>
  )
}

function Results({ first, filters }: { first: Page<CatalogueBook>; filters: Filters }) {
  const site = useSite()
  const { to } = founderLink(site)
  const { items, total, more } = useRememberedPages(
    first,
    (cursor) => browserApi.listBooks(query(filters, site, cursor)),
    (cursor) => `${to}${writeFilters(filters, cursor)}`,
  )
  const narrowed = isNarrowing(filters)
  return (
    <>
      {narrowed && (
        <p className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-rule border-b pb-3">
          <span className="min-w-0 font-semibold text-base tabular-nums [overflow-wrap:anywhere]">
            {countText(total, 'book', 'books')}
            {filters.q && ` for “${filters.q}”`}
            {filters.category && ` in ${filters.category}`}
            {filters.language && ` in ${languageName(filters.language)}`}
            {filters.price && ', free'}
          </span>
          <TextLink to={to}>{`All books by ${site.founder.name}`}</TextLink>
        </p>
      )}
      {(items.length > 0 || !narrowed) && <BookGrid books={items} />}
      {more}
    </>
  )
}

function query(filters: Filters, { founder, programs }: Site, cursor?: string) {
  return { ...bookQuery(filters, programs), author: founder.name, cursor, limit: BOOKS_PER_PAGE }
}
