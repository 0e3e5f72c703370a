import type { RefObject } from 'react'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { useViewerKeys } from '#web/reading/viewer/input/use-viewer-keys.ts'
import { stepZoom } from './page-fit.ts'

/** Fraction of the scroll container's height scrolled by PageUp and PageDown; less than 1, so that the last lines stay visible. */
const SCREENFUL = 0.9
const LINE_PX = 48

/**
 * Registers the keyboard shortcuts of the page view. Arrow keys scroll the page and, at its edge, turn the page; in a right-to-left document,
 * the left arrow leads to the next page.
 */
export function usePageKeys({
  stage,
  onTurn,
  turnBackToBottom,
}: {
  stage: RefObject<HTMLElement | null>
  /** Turns to the page on the right (1) or left (-1) */
  onTurn: (side: 1 | -1) => void
  /** Turns to the previous page and scrolls to its bottom */
  turnBackToBottom: () => void
}): void {
  const { total, turnTo, turnBy, zoom, setZoom, setAsking } = useViewer()
  useViewerKeys((key) => (stage.current ? actions(stage.current)[key] : undefined))

  function actions(element: HTMLElement): Record<string, (() => void) | undefined> {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element
    const canScrollDown = scrollTop + clientHeight < scrollHeight - 2
    const canScrollRight = scrollLeft + clientWidth < scrollWidth - 2
    const scrollBy = (left: number, top: number) => () => element.scrollBy({ left, top })
    const next = () => turnBy(1)
    const first = () => turnTo(1)
    const last = () => turnTo(total)
    const goToPage = () => setAsking(true)
    const zoomIn = () => setZoom(stepZoom(zoom, 1))
    return {
      ArrowRight: canScrollRight ? scrollBy(LINE_PX, 0) : () => onTurn(1),
      ArrowLeft: scrollLeft > 2 ? scrollBy(-LINE_PX, 0) : () => onTurn(-1),
      ArrowDown: canScrollDown ? scrollBy(0, LINE_PX) : next,
      ArrowUp: scrollTop > 2 ? scrollBy(0, -LINE_PX) : turnBackToBottom,
      PageDown: canScrollDown ? scrollBy(0, clientHeight * SCREENFUL) : next,
      PageUp: scrollTop > 2 ? scrollBy(0, -clientHeight * SCREENFUL) : turnBackToBottom,
      Home: first,
      End: last,
      '+': zoomIn,
      '=': zoomIn,
      '-': () => setZoom(stepZoom(zoom, -1)),
      '0': () => setZoom(1),
      g: goToPage,
      G: goToPage,
    }
  }
}
