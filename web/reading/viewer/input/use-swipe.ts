import { type RefObject, useEffect, useEffectEvent } from 'react'
import { hasSelection } from './selection.ts'

const MIN_DISTANCE_PX = 48
const MAX_DURATION_MS = 1000
/** Minimum ratio of the horizontal to the vertical distance of a swipe */
const MIN_SLOPE = 1.5

/** Turns the page on a horizontal swipe, unless the page can scroll horizontally or text is selected. */
export function useSwipe({ stage, onTurn }: { stage: RefObject<HTMLElement | null>; onTurn: (direction: 1 | -1) => void }): void {
  const turn = useEffectEvent(onTurn)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let start: { x: number; y: number; at: number } | undefined

    const onStart = (event: TouchEvent) => {
      const [finger, second] = event.touches
      const scrollsSideways = element.scrollWidth > element.clientWidth + 1
      start = finger && !second && !scrollsSideways ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : undefined
      // The listener is added to the touched element: if that element is removed during the swipe, no other element receives `touchend`.
      event.target?.addEventListener('touchend', onEnd as EventListener, { passive: true, once: true })
    }
    const onEnd = (event: TouchEvent) => {
      const finger = event.changedTouches[0]
      if (!start || !finger || event.touches.length > 0 || event.timeStamp - start.at > MAX_DURATION_MS) return
      const x = finger.clientX - start.x
      const y = finger.clientY - start.y
      if (Math.abs(x) < MIN_DISTANCE_PX || Math.abs(x) < Math.abs(y) * MIN_SLOPE || hasSelection()) return
      start = undefined
      turn(x < 0 ? 1 : -1)
    }
    element.addEventListener('touchstart', onStart, { passive: true })
    return () => element.removeEventListener('touchstart', onStart)
  }, [stage])
}
