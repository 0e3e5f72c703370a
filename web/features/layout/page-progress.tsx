import { useLocation, useNavigation } from 'react-router'

/** A line at the top while the next page is on its way, for those whose connection is slow. It waits a moment before it shows. */
export function PageProgress() {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  // Searching and filtering stay on the page, and say themselves that they are busy.
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1">
      {leaving && (
        <>
          <span className="sr-only">Loading the next page</span>
          <span aria-hidden className="block h-full origin-left animate-advance bg-lamp" />
        </>
      )}
    </div>
  )
}
