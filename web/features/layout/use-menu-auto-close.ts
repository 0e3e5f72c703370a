import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

/** The breakpoint lg, where the header shows all links. */
const WIDE = '(width >= 64rem)'

/** Closes the menu on another page, and when the screen becomes wide, such as by turning a tablet. */
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
    const update = () => screen.matches && close()
    update()
    screen.addEventListener('change', update)
    return () => screen.removeEventListener('change', update)
  }, [])
}
