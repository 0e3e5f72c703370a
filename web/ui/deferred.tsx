import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { FailedList, ListResult } from '#web/lib/api/list-or-empty.ts'
import { AwaitList } from './await-list.tsx'
import { ListFailure } from './list-failure.tsx'
import { Loading } from './loading.tsx'

/**
 * Shows a list that a loader did not wait for: Loading over its skeleton, then the list, or that it could not be fetched. While the same
 * page fetches another list, as a search does, the previous one stays.
 */
export function Deferred<List extends ListResult<unknown>>({
  data,
  outline,
  children,
}: {
  data: Promise<List | FailedList>
  outline: ReactNode
  children: (list: List) => ReactNode
}) {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  return (
    <div
      aria-busy={location?.pathname === pathname}
      tabIndex={-1}
      className="outline-none transition-opacity delay-150 duration-150 aria-busy:opacity-50"
    >
      <AwaitList list={data} meanwhile={<Loading>{outline}</Loading>}>
        {(list) => (list.failed ? <ListFailure /> : children(list))}
      </AwaitList>
    </div>
  )
}
