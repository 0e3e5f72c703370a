import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { clampZoom } from './page-fit.ts'

export const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 30
const DOUBLE_TAP_ZOOM = 2

/** Point in pixels from the top left corner of the scroll container */
type Point = { x: number; y: number }

/** Zooms by pinch, double tap, and mouse wheel with the Ctrl key, which browsers also report for a trackpad pinch. */
export function usePinch({
  stage,
  paper,
  page,
  width,
  zoom,
  onZoom,
}: {
  stage: RefObject<HTMLElement | null>
  paper: RefObject<HTMLElement | null>
  page: number
  /** Page width in pixels; 0 while unknown */
  width: number
  zoom: number
  onZoom: (zoom: number) => void
}): void {
  const anchor = useZoomAnchor(stage, page, width)
  const zoomTo = useEffectEvent((next: number, at: Point) => {
    if (clampZoom(next) === zoom) return
    anchor.current = at
    onZoom(next)
  })
  const currentZoom = useEffectEvent(() => zoom)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let pinch: { distance: number; at: Point; ratio: number } | undefined
    let tap: { at: Point; time: number } | undefined

    const toPoint = (x: number, y: number): Point => {
      const box = element.getBoundingClientRect()
      return { x: x - box.left, y: y - box.top }
    }
    const readFingers = ([one, two]: TouchList) =>
      one && two && { distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY), middle: middle(one, two) }
    const middle = (one: Touch, two: Touch) => toPoint((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2)

    const onStart = (event: TouchEvent) => {
      const fingers = readFingers(event.touches)
      pinch = undefined
      if (!fingers) return
      pinch = { distance: fingers.distance, at: fingers.middle, ratio: 1 }
      tap = undefined
    }
    const onMove = (event: TouchEvent) => {
      const fingers = readFingers(event.touches)
      if (!pinch || !fingers || !paper.current) return
      event.preventDefault()
      pinch.ratio = clampZoom((currentZoom() * fingers.distance) / pinch.distance) / currentZoom()
      const { offsetLeft, offsetTop, style } = paper.current
      style.transformOrigin = `${pinch.at.x + element.scrollLeft - offsetLeft}px ${pinch.at.y + element.scrollTop - offsetTop}px`
      style.transform = `scale(${pinch.ratio})`
    }
    const onEnd = (event: TouchEvent) => {
      if (pinch && event.touches.length < 2) {
        if (paper.current) paper.current.style.transform = ''
        zoomTo(currentZoom() * pinch.ratio, pinch.at)
        pinch = undefined
        return
      }
      const finger = event.changedTouches[0]
      if (!finger || event.touches.length > 0) return
      const at = toPoint(finger.clientX, finger.clientY)
      if (tap && event.timeStamp - tap.time < DOUBLE_TAP_MS && Math.hypot(at.x - tap.at.x, at.y - tap.at.y) < DOUBLE_TAP_PX) {
        event.preventDefault()
        zoomTo(currentZoom() > 1 ? 1 : DOUBLE_TAP_ZOOM, at)
        tap = undefined
        // A tap on a link or button does not count as part of a double tap.
      } else tap = (event.target as Element).closest('a, button') ? undefined : { at, time: event.timeStamp }
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo(clampZoom(currentZoom() * Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 150)), toPoint(event.clientX, event.clientY))
    }

    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('touchstart', onStart, { passive: true, signal })
    element.addEventListener('touchmove', onMove, { passive: false, signal })
    element.addEventListener('touchend', onEnd, { signal })
    element.addEventListener('touchcancel', onEnd, { signal })
    element.addEventListener('wheel', onWheel, { passive: false, signal })
    return () => stop.abort()
  }, [stage, paper])
}

/**
 * Preserves the screen position of a point while the page's width changes. Uses the point in the returned ref once, otherwise the center of
 * the scroll container.
 */
function useZoomAnchor(stage: RefObject<HTMLElement | null>, page: number, width: number): RefObject<Point | undefined> {
  const anchor = useRef<Point>(undefined)
  const before = useRef({ page, width: 0 })

  useLayoutEffect(() => {
    const element = stage.current
    const last = before.current
    before.current = { page, width }
    if (!element || last.width === 0 || last.width === width || last.page !== page) return
    const ratio = width / last.width
    const { x, y } = anchor.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    anchor.current = undefined
    element.scrollTo({ left: (element.scrollLeft + x) * ratio - x, top: (element.scrollTop + y) * ratio - y })
  }, [stage, page, width])

  return anchor
}
