import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatDate } from '#web/lib/dates.ts'
import { SHELF_PAGE } from '#web/lib/shelf/cache-storage.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'

/** On a page that the service worker shows as it was seen before, since there is no line: says how old it is. */
export function SeenNote() {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const seen = useHydrated() && document.documentElement.dataset.seen
  if (!seen || pathname !== first) return null
  return (
    <p
      role="status"
      className="on-dark fixed inset-x-0 bottom-[var(--dock,0px)] z-30 bg-night px-5 py-2.5 text-center text-base text-moon leading-snug"
    >
      No connection: this page is as it was on {formatDate(seen)}.{' '}
      <Link to={SHELF_PAGE} reloadDocument className="underline underline-offset-4">
        Your shelf
      </Link>
    </p>
  )
}
