import { type ReactNode, Suspense, use, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { FailedList, ListResult } from '#web/lib/api/list-or-empty.ts'
import { useOnline } from '#web/lib/browser-events.ts'
import { Loading } from './loading.tsx'
import { TryAgain } from './try-again.tsx'

/**
 * Renders a list that the route loader did not wait for: a loading message over a skeleton, then the list or an error. While the same page
 * fetches another list, for example for a search, the previous list stays visible.
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

type Draw<List> = (list: List | FailedList) => ReactNode

/** Renders a list once it is loaded. The component doesn't suspend if the list is already loaded. */
export function AwaitList<List extends ListResult<unknown>>({
  list,
  meanwhile,
  children,
}: {
  list: Promise<List>
  meanwhile: ReactNode
  children: Draw<List>
}) {
  // A streamed list may be incomplete if the connection breaks, and counts as failed then.
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

/** Error message in place of a list that failed to load. After a retry, the focus moves to the list. */
function ListFailure() {
  const online = useOnline()
  const place = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current?.contains(document.activeElement)) current.parentElement?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <p ref={place} role="alert" className="py-16 text-center">
      {online ? 'The list could not be loaded.' : 'You are offline.'} <TryAgain className="text-link target" />
    </p>
  )
}
