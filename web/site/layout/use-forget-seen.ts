import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Removes the attribute that marks a page from the service worker's cache, since the next page comes from the network. */
export function useForgetSeen(): void {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => {
    if (pathname !== first.current) delete document.documentElement.dataset.seen
  }, [pathname])
}
