import { useLocation, useNavigation } from 'react-router'
import { useLoadingAnnouncement } from '#web/lib/history/page-data.ts'
import { usePageFocus } from '#web/lib/history/page-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { useNavigationGuard } from './use-navigation-guard.ts'

/**
 * Progress bar at the top while the next page loads, displayed after a delay. Screen readers are notified of the new page's title, and when
 * lists are loading and loaded. If the next page can't be loaded, an error is displayed at the bottom of the current page.
 */
export function PageProgress() {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const announcement = useLoadingAnnouncement()
  const title = usePageFocus()
  const { loading, retry, dismiss } = useNavigationGuard()
  // Searches and filters don't display the progress bar, since they stay on the page and have their own loading indicators.
  const leaving = loading || (navigation.state === 'loading' && navigation.location.pathname !== pathname)
  return (
    <>
      <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1">
        <span className="sr-only">{leaving ? 'Loading the next page' : announcement}</span>
        {leaving && <span aria-hidden className="block h-full origin-left animate-advance bg-lamp" />}
      </div>
      <p role="status" className="sr-only">
        {title}
      </p>
      <div role="alert" className="fixed inset-x-0 bottom-[var(--dock,0px)] z-50">
        {retry && (
          <div className="on-dark flex flex-wrap items-center justify-center gap-x-6 gap-y-2 bg-night px-5 py-3 text-moon">
            <p>The page could not be loaded. Check your connection.</p>
            <span className="flex gap-3">
              <Button size="small" onClick={retry}>
                Try again
              </Button>
              <Button size="small" variant="outline-light" onClick={dismiss}>
                Close
              </Button>
            </span>
          </div>
        )}
      </div>
    </>
  )
}
