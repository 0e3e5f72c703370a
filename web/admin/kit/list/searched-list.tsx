import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { BOX, ListBody } from './list-body.tsx'
import { SearchBox } from './search-box.tsx'
import type { AdminList } from './use-admin-list.ts'

/** List with a search box, filters and the number of items, which is announced whenever it changes. */
export function SearchedList<Item>({
  list,
  label,
  one,
  many,
  searchLabel,
  filters,
  filterNames = [],
  first,
  children,
}: {
  list: AdminList<Item>
  label: string
  one: string
  many: string
  searchLabel: string
  filters?: ReactNode
  /** Names of the URL parameters that the filters set */
  filterNames?: string[]
  /** Hint about adding the first item */
  first?: string
  children: (items: Item[]) => ReactNode
}) {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const narrowed = ['q', ...filterNames].some((name) => params.get(name))
  const { status, total } = list
  const empty = narrowed ? (
    <div className={BOX}>
      <p className="wrap-anywhere mb-5">
        No {many} match {q ? `“${q}”` : 'this filter'}.
      </p>
      <Button variant="outline" size="small" onClick={() => setParams({})}>
        {q ? 'Clear the search' : 'Show all'}
      </Button>
    </div>
  ) : (
    <p className={BOX}>
      There are no {many} yet. {first}
    </p>
  )
  return (
    <>
      <div className={classNames('mt-4 mb-3 flex flex-wrap items-center', filters ? 'gap-3' : 'justify-between gap-x-6 gap-y-2')}>
        <SearchBox q={q} label={searchLabel} />
        {filters}
        <p role="status" className={classNames('text-base text-soft tabular-nums', filters !== undefined && 'ml-auto')}>
          {/* While loading, the previous number takes its space, so that the list stays in its place on a phone. */}
          <span
            className={status === 'ready' ? undefined : 'invisible'}
          >{`${pluralize(total, one, many)}${narrowed ? ' found' : ''}`}</span>
        </p>
      </div>
      <ListBody list={list} label={label} many={many} empty={empty}>
        {children}
      </ListBody>
    </>
  )
}
