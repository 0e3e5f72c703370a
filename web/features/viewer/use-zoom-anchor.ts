import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A point of the stage, from its left and upper edge. */
export type Point = { x: number; y: number }

/** Keeps what is under a point in its place as the paper's width changes: the point set, once, else the middle of the stage. */
export function useZoomAnchor(stage: RefObject<HTMLElement | null>, width: number): RefObject<Point | undefined> {
  const anchor = useRef<Point>(undefined)
  const before = useRef(width)

  useLayoutEffect(() => {
    const element = stage.current
    const ratio = width / before.current
    before.current = width
    if (!element || ratio === 1 || !Number.isFinite(ratio)) return
    const { x, y } = anchor.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    anchor.current = undefined
    element.scrollTo({ left: (element.scrollLeft + x) * ratio - x, top: (element.scrollTop + y) * ratio - y })
  }, [stage, width])

  return anchor
}
