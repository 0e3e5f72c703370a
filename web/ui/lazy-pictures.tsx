import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

/** Pictures are fetched within one screen of the viewport. */
const MARGIN = '100% 0%'

const IsBelow = createContext(false)

/**
 * Pictures in here are below the first screen and are fetched once they are within a screen's height of the viewport. With `loading=lazy`
 * browsers fetch up to 2,500 pixels ahead, most on the slowest connections.
 */
export function LazyPictures({ children }: { children: ReactNode }) {
  return <IsBelow value={true}>{children}</IsBelow>
}

/** Whether a picture may be fetched: at once, or below the first screen when `place` is near the viewport. */
export function useIsNear<Place extends Element>() {
  const place = useRef<Place>(null)
  const [isNear, setIsNear] = useState(!useContext(IsBelow))

  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])

  return { place, isNear }
}
