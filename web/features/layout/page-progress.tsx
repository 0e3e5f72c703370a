import { PrefetchPageLinks, useLocation, useNavigation } from 'react-router'
import { useLoadingAnnouncement } from '#web/lib/history/page-data.ts'

/**
 * A progress bar at the top while the next page loads, shown after a moment. Also announces to screen readers when the lists of a page
 * are loading and loaded.
 */
export function PageProgress() {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const announcement = useLoadingAnnouncement()
  // Search and filters stay on the page, and show their own progress.
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1">
      <span className="sr-only">{leaving ? 'Loading the next page' : announcement}</span>
      {/* Loads all of the page's modules at once, not each after the one that imports it. */}
      {leaving && <PrefetchPageLinks page={navigation.location.pathname} />}
      {leaving && <span aria-hidden className="block h-full origin-left animate-advance bg-lamp" />}
    </div>
  )
}
