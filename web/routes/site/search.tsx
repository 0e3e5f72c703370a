import { CountLine } from '#web/catalogue/items/count-line.tsx'
import { useRememberedPages } from '#web/catalogue/items/use-remembered-pages.tsx'
import { SearchForm } from '#web/catalogue/search/search-form.tsx'
import { type Found, readSearch, type Search, searchForgivingly, searchLibrary, searchUrl } from '#web/catalogue/search/search-library.ts'
import { SearchResults, SearchResultsLoading } from '#web/catalogue/search/search-results.tsx'
import { WhereToLook } from '#web/catalogue/search/where-to-look.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/search.ts'

export function meta(args: Route.MetaArgs) {
  const q = args.loaderData?.search.q
  return pageMeta(args, {
    title: q ? `Search: ${q}` : 'Search',
    description: 'Search every book, page, episode and author, and open them where your words are found.',
    hidden: true,
  })
}

function load({ request, context }: Route.LoaderArgs) {
  const { search, page } = readSearch(request)
  return {
    search,
    later: page !== undefined,
    found: search.q ? listOrEmpty(searchForgivingly(context.get(apiContext), search, page)) : undefined,
  }
}

export { load as clientLoader, load as loader }

export default function SearchPage({ loaderData: { search, later, found } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-24 pb-16 *:max-w-208 md:pt-32 md:pb-24">
      <h1 className="mb-6 font-serif text-headline-sm">Search</h1>
      <SearchForm search={search} />
      <div className="mt-8">
        {found ? (
          <>
            <h2 className="sr-only">Results</h2>
            <div className="flex items-baseline justify-between gap-4 border-rule border-b pb-3">
              <CountLine page={found} one="result" many="results" />
              {later && <TextLink to={searchUrl(search)}>Back to the first results</TextLink>}
            </div>
            <Deferred data={found} outline={<SearchResultsLoading />}>
              {(first) => <Results search={search} first={first} />}
            </Deferred>
          </>
        ) : (
          <WhereToLook />
        )}
      </div>
    </div>
  )
}

function Results({ search, first }: { search: Search; first: Found }) {
  const searched = { ...search, q: first.suggestion ?? search.q }
  const { items, more } = useRememberedPages(
    first,
    (page) => searchLibrary(browserApi, searched, page),
    (page) => searchUrl(searched, page),
  )
  return (
    <SearchResults search={search} suggestion={first.suggestion} items={items}>
      {more}
    </SearchResults>
  )
}
