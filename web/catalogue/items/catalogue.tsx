import type { ReactNode } from 'react'
import type { Page } from '#contracts/common/list.ts'
import type { ListResult } from '#web/lib/api/list-or-empty.ts'
import { Deferred } from '#web/ui/deferred.tsx'
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
  fetchPage: (cursor: string) => Promise<Page<First['items'][number]>>
  /** The skeleton of the list */
  outline: ReactNode
  children: (found: { first: First; items: First['items']; more: ReactNode }) => ReactNode
}) {
  return (
    <section aria-labelledby="catalogue" className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <h2 id="catalogue" className="sr-only">
        All {many}
      </h2>
      <CatalogueFilters filters={filters} label={`Search ${many}`} placeholder={placeholder} />
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

function Pages<First extends ListResult<{ id: string }>>({
  first,
  fetchPage,
  addressOf,
  children,
}: Pick<Parameters<typeof Catalogue<First>>[0], 'fetchPage' | 'children'> & { first: First; addressOf: (cursor: string) => string }) {
  const { items, more } = useRememberedPages<First['items'][number]>(first, fetchPage, addressOf)
  return children({ first, items, more })
}
