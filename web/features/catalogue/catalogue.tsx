import type { ReactNode } from 'react'
import type { Page } from '#contracts/list.ts'
import type { ListResult } from '#web/lib/api/list-or-empty.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CatalogueFilters } from './catalogue-filters.tsx'
import { CountLine } from './count-line.tsx'
import { type Filters, writeFilters } from './filters.ts'
import { ShowMore } from './show-more.tsx'
import { useLiveFilters } from './use-live-filters.ts'
import { useRememberedPages } from './use-remembered-pages.ts'

type ListOf<First extends ListResult<{ id: string }>> = {
  first: First
  fetchPage: (cursor: string) => Promise<Page<First['items'][number]>>
  children: (found: { first: First; items: First['items']; more: ReactNode }) => ReactNode
}

/** Search, count line and the list that they narrow, page after page: the middle of every page that shows a whole catalogue. */
export function Catalogue<First extends ListResult<{ id: string }>>({
  path,
  noun: [one, many],
  placeholder,
  filters,
  later,
  page,
  fetchPage,
  outline,
  children,
}: Omit<ListOf<First>, 'first'> & {
  /** The page's own address, without filters */
  path: string
  /** What there is, as in “1 book found” and “2 books found” */
  noun: [string, string]
  placeholder: string
  filters: Filters
  /** Whether the page begins after the first items */
  later: boolean
  page: Promise<First>
  /** Stands where the list will */
  outline: ReactNode
}) {
  const live = useLiveFilters(filters)
  return (
    <section aria-labelledby="catalogue" className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <h2 id="catalogue" className="sr-only">
        All {many}
      </h2>
      <CatalogueFilters
        form={live.form}
        filters={filters}
        label={`Search ${many}`}
        placeholder={placeholder}
        onType={live.applySoon}
        onApply={live.apply}
      />
      <div className="mt-8 mb-8 flex items-baseline justify-between gap-4 border-rule border-b pb-3">
        <CountLine page={page} one={one} many={many} />
        {later && <TextLink to={`${path}${writeFilters(filters)}`}>Back to the first {many}</TextLink>}
      </div>
      <Deferred data={page} outline={outline}>
        {(first) => (
          <Pages first={first} fetchPage={fetchPage} addressOf={(cursor) => `${path}${writeFilters(filters, cursor)}`}>
            {children}
          </Pages>
        )}
      </Deferred>
    </section>
  )
}

/** A list that begins with its first page and grows by Show more. */
export function Pages<First extends ListResult<{ id: string }>>({
  first,
  fetchPage,
  addressOf,
  children,
}: ListOf<First> & { addressOf: (cursor: string) => string }) {
  const { items, total, next, state, loadMore } = useRememberedPages<First['items'][number]>(first, fetchPage)
  return children({
    first,
    items,
    more: next && <ShowMore to={addressOf(next)} state={state} shown={items.length} total={total} onMore={loadMore} />,
  })
}
