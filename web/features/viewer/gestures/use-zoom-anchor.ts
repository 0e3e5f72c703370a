import { type RefObject, useLayoutEffect, useRef } from 'react'

/** In pixels from the stage's left and top edge */
export type Point = { x: number; y: number }

/** Keeps what is at a point in place while the page's width changes: at the returned ref's point, used once, or at the stage's centre. */
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
