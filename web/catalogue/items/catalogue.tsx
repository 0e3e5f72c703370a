import type { ReactNode } from 'react'
import type { Page } from '#contracts/common/list.ts'
import type { ListResult } from '#web/lib/api/list-or-empty.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { DidYouMean } from '#web/ui/did-you-mean.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CatalogueFilters } from './catalogue-filters.tsx'
import { CountLine } from './count-line.tsx'
import { type Filters, writeFilters } from './filters.ts'
import { useRememberedPages } from './use-remembered-pages.tsx'

/** List of books or episodes with filters, result count and pagination. */
export function Catalogue<First extends ListResult<{ id: string }>>({
  path,
  noun: [one, many],
  placeholder,
  languages = [],
  isSortable = false,
  filters,
  later,
  page,
  fetchPage,
  outline,
  aside,
  children,
}: {
  /** The page's path, without filters */
  path: string
  /** Noun for the items in singular and plural, as in “1 book found” and “2 books found” */
  noun: [string, string]
  placeholder: string
  /** Languages by which the list can be filtered */
  languages?: string[]
  /** Whether the list can be sorted, and limited to free items */
  isSortable?: boolean
  filters: Filters
  /** Whether the page is not the first page of the list */
  later: boolean
  page: Promise<First>
  /** Fetches a later page of the list. `q` is the search text of the first page, which may have been corrected. */
  fetchPage: (cursor: string, q: string) => Promise<Page<First['items'][number]>>
  /** Skeleton of the list while it is loading */
  outline: ReactNode
  /** Content at the end of the count line, only on the first page of the list */
  aside?: ReactNode
  children: (found: { first: First; items: First['items']; more: ReactNode }) => ReactNode
}) {
  return (
    <section aria-labelledby="catalogue" className="wrap pt-3 pb-16 md:pt-14 md:pb-24">
      <h2 id="catalogue" className="sr-only">
        All {many}
      </h2>
      <CatalogueFilters
        filters={filters}
        languages={languages}
        isSortable={isSortable}
        label={`Search ${many}`}
        placeholder={placeholder}
      />
      <div className="mt-2 mb-3 flex items-baseline justify-between gap-4 border-rule border-b pb-2 md:my-8 md:pb-3">
        <CountLine page={page} one={one} many={many} />
        {later ? <TextLink to={`${path}${writeFilters(filters)}`}>Back to the first {many}</TextLink> : aside}
      </div>
      <Deferred data={page} outline={outline}>
        {(first) => (
          <Pages path={path} filters={filters} first={first} fetchPage={fetchPage}>
            {children}
          </Pages>
        )}
      </Deferred>
    </section>
  )
}

function Pages<First extends ListResult<{ id: string }>>({
  path,
  filters,
  first,
  fetchPage,
  children,
}: Pick<Parameters<typeof Catalogue<First>>[0], 'path' | 'filters' | 'fetchPage' | 'children'> & { first: First }) {
  const searched = { ...filters, q: first.respelt ?? filters.q }
  const { items, more } = useRememberedPages<First['items'][number]>(
    first,
    (cursor) => fetchPage(cursor, searched.q),
    (cursor) => `${path}${writeFilters(searched, cursor)}`,
  )
  return (
    <>
      {first.respelt && <DidYouMean typed={filters.q} meant={first.respelt} to={`${path}${writeFilters(searched)}`} />}
      {children({ first, items, more })}
    </>
  )
}
