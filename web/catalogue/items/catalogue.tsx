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

/** Filters, count and the filtered list with its further pages, for the pages of books and episodes. */
export function Catalogue<First extends ListResult<{ id: string }>>({
  path,
  noun: [one, many],
  placeholder,
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
  /** Singular and plural, as in “1 book found” and “2 books found” */
  noun: [string, string]
  placeholder: string
  filters: Filters
  /** Whether the page is a later page of the list */
  later: boolean
  page: Promise<First>
  /** Fetches a further page for the words that found the first */
  fetchPage: (cursor: string, q: string) => Promise<Page<First['items'][number]>>
  /** The skeleton of the list */
  outline: ReactNode
  /** At the end of the count line of the first page */
  aside?: ReactNode
  children: (found: { first: First; items: First['items']; more: ReactNode }) => ReactNode
}) {
  return (
    <section aria-labelledby="catalogue" className="wrap pt-5 pb-16 md:pt-14 md:pb-24">
      <h2 id="catalogue" className="sr-only">
        All {many}
      </h2>
      <CatalogueFilters filters={filters} label={`Search ${many}`} placeholder={placeholder} />
      <div className="mt-4 mb-5 flex items-baseline justify-between gap-4 border-rule border-b pb-2 md:my-8 md:pb-3">
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
