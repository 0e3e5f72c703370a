import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { DidYouMean } from '#web/ui/did-you-mean.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeletons } from '#web/ui/loading.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ResultCard } from './result-card.tsx'
import { type Found, type Search, searchUrl } from './search-library.ts'

/** Search results, including those of a corrected spelling, or advice when the search has no results. */
export function SearchResults({
  search,
  suggestion,
  matchesAny,
  items,
  children,
}: Pick<Found, 'suggestion' | 'matchesAny' | 'items'> & { search: Search; children: ReactNode }) {
  if (items.length === 0) return <NothingFound search={search} />
  return (
    <>
      {suggestion && (
        <div className="mt-5">
          <DidYouMean typed={search.q} meant={suggestion} to={searchUrl({ ...search, q: suggestion })} />
        </div>
      )}
      {matchesAny && <p className="mt-5">Nothing has all of these words. These results have some of them.</p>}
      <ol className="divide-y divide-rule border-rule border-b">
        {items.map((result) => (
          <li key={result.id}>
            <ResultCard result={result} />
          </li>
        ))}
      </ol>
      {children}
    </>
  )
}

function NothingFound({ search }: { search: Search }) {
  return (
    <EmptyState icon={<SearchX />} title="Nothing found">
      <p>
        Nothing here matches “<span className="[overflow-wrap:anywhere]">{search.q}</span>”. Try one word of a title, a name, or a subject
        such as prayer, marriage or money.
      </p>
      {search.kind && (
        <p className="mt-4">
          <TextLink to={searchUrl({ ...search, kind: undefined })}>Search everything</TextLink>
        </p>
      )}
      <p className="mt-4">
        Look through <TextLink to="/bookshop">all books</TextLink> and <TextLink to="/podcasts">all episodes</TextLink>, or{' '}
        <TextLink to="/contact">ask us</TextLink>.
      </p>
    </EmptyState>
  )
}

export function SearchResultsLoading() {
  return (
    <div className="divide-y divide-rule">
      <Skeletons count={4} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 py-6 sm:grid-cols-[5rem_minmax(0,1fr)] sm:gap-x-6">
        <div className="aspect-2/3 bg-rule/70" />
        <div>
          <div className="h-6 w-3/5 rounded-xs bg-rule/70" />
          <div className="mt-3 h-4 w-2/5 rounded-xs bg-rule/50" />
          <div className="mt-4 h-10 rounded-xs bg-rule/40" />
        </div>
      </Skeletons>
    </div>
  )
}
