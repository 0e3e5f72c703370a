import { useEffect, useEffectEvent } from 'react'
import { listen } from './listen.ts'

/** Calls `reset` when the page comes back from the back/forward cache, which brings the state that it left with. */
export function useOnPageShow(reset: () => void): void {
  const onPageShow = useEffectEvent(reset)
  useEffect(() => listen(window, 'pageshow', () => onPageShow()), [])
}
