import { useEffect, useEffectEvent } from 'react'

/** Calls `reset` when the page comes back from the back/forward cache, which brings the state that it left with. */
export function useOnPageShow(reset: () => void): void {
  const onPageShow = useEffectEvent(reset)
  useEffect(() => {
    const listener = () => onPageShow()
    window.addEventListener('pageshow', listener)
    return () => window.removeEventListener('pageshow', listener)
  }, [])
}
