import { PrefetchPageLinks, useLocation, useNavigation } from 'react-router'
import { useLoadingAnnouncement } from '#web/lib/history/page-data.ts'

/**
 * A line at the top while the next page is on its way, for those whose connection is slow. It waits a moment before it shows. What its
 * lists do is told here too, once for all of them.
 */
export function PageProgress() {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const arrival = useLoadingAnnouncement()
  // Searching and filtering stay on the page, and say themselves that they are busy.
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1">
      <span className="sr-only">{leaving ? 'Loading the next page' : arrival}</span>
      {/* All the code of the page at once: what it imports is not only asked for when that has come. */}
      {leaving && <PrefetchPageLinks page={navigation.location.pathname} />}
      {leaving && <span aria-hidden className="block h-full origin-left animate-advance bg-lamp" />}
    </div>
  )
}
