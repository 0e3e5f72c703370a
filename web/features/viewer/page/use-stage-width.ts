import { type RefObject, useLayoutEffect, useState } from 'react'

/** The room for a page inside the stage's padding, as it changes; 0 before it is known. */
export function useStageWidth(stage: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(Math.floor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])

  return width
}
