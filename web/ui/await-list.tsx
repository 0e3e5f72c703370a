import { type ReactNode, Suspense, use, useMemo } from 'react'
import type { FailedList, ListResult } from '#web/lib/api/list-or-empty.ts'

type Draw<List> = (list: List | FailedList) => ReactNode

/** Renders a list once it has arrived, at once when it is there already. */
export function AwaitList<List extends ListResult<unknown>>({
  list,
  meanwhile,
  children,
}: {
  list: Promise<List>
  meanwhile: ReactNode
  children: Draw<List>
}) {
  // A streamed list may be cut off.
  const sure = useMemo(
    () => (list instanceof Promise ? list.catch((): FailedList => ({ items: [], total: 0, failed: true })) : list),
    [list],
  )
  return (
    <Suspense fallback={meanwhile}>
      <Arrived list={sure}>{children}</Arrived>
    </Suspense>
  )
}

function Arrived<List>({ list, children }: { list: Promise<List | FailedList> | List; children: Draw<List> }) {
  return children(list instanceof Promise ? use(list) : list)
}
