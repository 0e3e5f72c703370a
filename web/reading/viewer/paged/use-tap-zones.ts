import { type RefObject, useEffect, useEffectEvent } from 'react'
import { hasSelection } from '#web/reading/viewer/input/selection.ts'
import { markAt } from './highlights/mark-at.ts'
import { DOUBLE_TAP_MS } from './use-pinch.ts'

/** Width of each tap zone, as a fraction of the scroll container's width */
const ZONE = 0.25
const MAX_MOVE_PX = 10
/** Maximum duration of a tap, in ms; a longer touch selects a word. */
const MAX_TAP_MS = 350
/** Time after scrolling during which a tap only stops the scrolling, in ms. */
const SCROLLING_MS = 150
const OWN_MEANING = 'a, button, input'

/** Returns the direction in which a tap at a horizontal position turns the page; 0 in the middle. */
export function findZone(x: number, width: number): 1 | 0 | -1 {
  if (x < width * ZONE) return -1
  return x > width * (1 - ZONE) ? 1 : 0
}

/**
 * Turns the page when the visitor taps near its left or right side. Double taps, taps on interactive elements and taps that clear a
 * selection are ignored. Disabled while the page can scroll horizontally. Mouse clicks don't turn pages, since they select text.
 */
export function useTapZones({
  stage,
  enabled,
  onTurn,
}: {
  stage: RefObject<HTMLElement | null>
  enabled: boolean
  onTurn: (direction: 1 | -1) => void
}): void {
  const turn = useEffectEvent(onTurn)

  useEffect(() => {
    const element = stage.current
    if (!element || !enabled) return
    let start: { x: number; y: number; at: number } | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let scrolledAt = Number.NEGATIVE_INFINITY

    const onStart = (event: TouchEvent) => {
      const [finger, second] = event.touches
      const isSecondTap = timer !== undefined
      clearTimeout(timer)
      timer = undefined
      const means =
        isSecondTap ||
        hasSelection() ||
        document.activeElement?.matches('input') ||
        element.scrollWidth > element.clientWidth + 1 ||
        event.timeStamp - scrolledAt < SCROLLING_MS ||
        (event.target as Element).closest(OWN_MEANING) ||
        (finger && markAt(element, finger))
      start = finger && !second && !means ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : undefined
    }
    const onEnd = (event: TouchEvent) => {
      const finger = event.changedTouches[0]
      if (!start || !finger || event.touches.length > 0 || event.timeStamp - start.at > MAX_TAP_MS) return
      if (Math.hypot(finger.clientX - start.x, finger.clientY - start.y) > MAX_MOVE_PX) return
      start = undefined
      const box = element.getBoundingClientRect()
      const direction = findZone(finger.clientX - box.left, box.width)
      if (direction === 0) return
      // The default action is prevented, since some browsers would select the tapped word and look it up.
      event.preventDefault()
      timer = setTimeout(() => {
        timer = undefined
        if (!hasSelection()) turn(direction)
      }, DOUBLE_TAP_MS)
    }

    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('touchstart', onStart, { passive: true, signal })
    element.addEventListener('touchend', onEnd, { signal })
    element.addEventListener('scroll', ({ timeStamp }) => (scrolledAt = timeStamp), { passive: true, signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [stage, enabled])
}
