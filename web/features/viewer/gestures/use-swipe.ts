import { type RefObject, useEffect, useEffectEvent } from 'react'

const MIN_DISTANCE_PX = 48
const MAX_DURATION_MS = 1000
/** So much more sideways than up or down. */
const MIN_SLOPE = 1.5

/** Turns pages by a finger that moves sideways; not while the page itself can move so, nor while text is being marked. */
export function useSwipe({ stage, onTurn }: { stage: RefObject<HTMLElement | null>; onTurn: (direction: 1 | -1) => void }): void {
  const turn = useEffectEvent(onTurn)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let start: { x: number; y: number; at: number } | undefined

    const onStart = (event: TouchEvent) => {
      const [finger, second] = event.touches
      const moves = element.scrollWidth > element.clientWidth + 1
      start = finger && !second && !moves ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : undefined
      // On what was touched: when the page is redrawn under the finger, the end is told to nobody else.
      event.target?.addEventListener('touchend', onEnd as EventListener, { passive: true, once: true })
    }
    const onEnd = (event: TouchEvent) => {
      const finger = event.changedTouches[0]
      if (!start || !finger || event.touches.length > 0 || event.timeStamp - start.at > MAX_DURATION_MS) return
      const x = finger.clientX - start.x
      const y = finger.clientY - start.y
      if (Math.abs(x) < MIN_DISTANCE_PX || Math.abs(x) < Math.abs(y) * MIN_SLOPE || getSelection()?.isCollapsed === false) return
      start = undefined
      turn(x < 0 ? 1 : -1)
    }
    element.addEventListener('touchstart', onStart, { passive: true })
    return () => element.removeEventListener('touchstart', onStart)
  }, [stage])
}
