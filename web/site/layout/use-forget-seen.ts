import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Removes the mark of a page that the service worker returned from its cache (theme.css): the next page comes from the network. */
export function useForgetSeen(): void {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => {
    if (pathname !== first.current) delete document.documentElement.dataset.seen
  }, [pathname])
}
