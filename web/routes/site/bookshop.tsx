import { Suspense } from 'react'
import { Await } from 'react-router'
import type { Page } from '#contracts/list.ts'
import { art } from '#site/art/art.ts'
import { site } from '#site/site.ts'
import { BookResults } from '#web/features/books/book-results.tsx'
import { BookShelfLoading } from '#web/features/books/book-shelf.tsx'
import { CatalogueFilters } from '#web/features/catalogue/catalogue-filters.tsx'
import { CountLine } from '#web/features/catalogue/count-line.tsx'
import { type Filters, readFilters, writeFilters } from '#web/features/catalogue/filters.ts'
import { ShowMore } from '#web/features/catalogue/show-more.tsx'
import { useLiveFilters } from '#web/features/catalogue/use-live-filters.ts'
import { usePages } from '#web/features/catalogue/use-pages.ts'
import { ErrorPage } from '#web/features/layout/error-page.tsx'
import { pageMeta } from '#web/features/layout/page-meta.ts'
import { apiContext, type CatalogueBook } from '#web/lib/api.ts'
import { browserApi } from '#web/lib/browser-api.ts'
import { listOrEmpty } from '#web/lib/list-or-empty.ts'
import { Hero } from '#web/ui/hero.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { QuestionList } from '#web/ui/question-list.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/bookshop.ts'

const BOOKS_PER_PAGE = 24

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Bookshop',
    description: 'Search the shelves by title, author or subject, and read in the page on any phone. Many books are free.',
  })
}

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filters = readFilters(params)
  const cursor = params.get('cursor') ?? undefined
  return { filters, later: cursor !== undefined, page: listOrEmpty(context.get(apiContext).listBooks(query(filters, cursor))) }
}

export default function Bookshop({ loaderData: { filters, later, page } }: Route.ComponentProps) {
  const live = useLiveFilters(filters)
  return (
    <>
      <Hero
        title="The Bookshop"
        lines={['Books for the heart, the home and the work of your hands.', 'Read them right here in the page; many are free.']}
        image={art.bookshop}
      />
      <section aria-labelledby="books" className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
        <h2 id="books" className="sr-only">
          Books
        </h2>
        <CatalogueFilters
          form={live.form}
          filters={filters}
          label="Search books"
          placeholder="Title, author or subject"
          onType={live.applySoon}
          onApply={live.apply}
        />
        <div className="mt-8 mb-8 flex items-baseline justify-between gap-4 border-rule border-b pb-3">
          <CountLine page={page} one="book" many="books" />
          {later && <TextLink to={`/bookshop${writeFilters(filters)}`}>Back to the first books</TextLink>}
        </div>
        <div aria-busy={live.busy} className="transition-opacity delay-150 duration-150 aria-busy:opacity-50">
          <Suspense
            fallback={
              <Loading>
                <BookShelfLoading count={8} />
              </Loading>
            }
          >
            <Await resolve={page}>{(first) => <Results key={writeFilters(filters)} filters={filters} first={first} />}</Await>
          </Suspense>
        </div>
      </section>
      <section aria-labelledby="questions" className="border-rule border-t bg-paper-2 py-14 md:py-22">
        <div className="wrap grid gap-x-16 lg:grid-cols-[1fr_2fr]">
          <SectionTitle
            id="questions"
            title="Questions readers ask"
            subtitle="Not answered here? The contact page has every way to reach us."
          />
          <QuestionList questions={site.faq} />
        </div>
      </section>
    </>
  )
}

function Results({ filters, first }: { filters: Filters; first: Page<CatalogueBook> }) {
  const { items, total, next, state, more } = usePages(first, (cursor) => browserApi.listBooks(query(filters, cursor)))
  return (
    <BookResults books={items} q={filters.q} filtered={Boolean(filters.q || filters.category)}>
      {next && <ShowMore to={`/bookshop${writeFilters(filters, next)}`} state={state} shown={items.length} total={total} onMore={more} />}
    </BookResults>
  )
}

/** The founder's books have a page of their own. */
function query({ q, category }: Filters, cursor?: string) {
  return { q, category, cursor, limit: BOOKS_PER_PAGE, excludeAuthor: site.founder.name }
}

export function ErrorBoundary() {
  return <ErrorPage />
}
