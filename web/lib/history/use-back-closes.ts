import { useEffect, useEffectEvent } from 'react'
import { createPath, useLocation } from 'react-router'
import { enterOverlay, showPage } from './overlay-history.ts'

/** While something is open over the page, the phone's Back closes it instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? enterOverlay(() => close()) : undefined), [open])
}

/** For the layout around all pages on which something opens: tells which page Back and Forward stay on. */
export function useOverlayHistory(): void {
  const location = useLocation()
  useEffect(() => {
    showPage({ key: location.key, href: new URL(createPath(location), window.location.origin).href })
    return () => showPage(undefined)
  }, [location])
}
