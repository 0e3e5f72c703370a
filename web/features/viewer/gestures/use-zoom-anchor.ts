import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A point of the stage, from its left and upper edge. */
export type Point = { x: number; y: number }

/** Keeps what is under a point in its place as the page's width changes: the point set, once, else the middle of the stage. */
export function useZoomAnchor(stage: RefObject<HTMLElement | null>, page: number, width: number): RefObject<Point | undefined> {
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
