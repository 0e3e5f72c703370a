import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

/** From here on the header has all links in sight: the breakpoint lg. */
const WIDE = '(width >= 64rem)'

/** The menu belongs to small screens and to the page it was opened on: a tablet that is turned and a page that arrives close it. */
export function useMenuAutoClose(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  const { pathname } = useLocation()
  const openedOn = useRef(pathname)

  useEffect(() => {
    if (pathname !== openedOn.current) close()
    openedOn.current = pathname
  }, [pathname])

  useEffect(() => {
    const screen = matchMedia(WIDE)
    const follow = () => screen.matches && close()
    follow()
    screen.addEventListener('change', follow)
    return () => screen.removeEventListener('change', follow)
  }, [])
}
