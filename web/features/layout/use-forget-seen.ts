import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A page that the service worker showed as it was seen before says so (theme.css). The next page comes from the network. */
export function useForgetSeen(): void {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => {
    if (pathname !== first.current) delete document.documentElement.dataset.seen
  }, [pathname])
}
