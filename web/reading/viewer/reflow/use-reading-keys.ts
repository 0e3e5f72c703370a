import type { RefObject } from 'react'
import { changeSettings, stepSize, useReadingSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { hasSelection } from '#web/reading/viewer/input/selection.ts'
import { useSwipe } from '#web/reading/viewer/input/use-swipe.ts'
import { useViewerKeys } from '#web/reading/viewer/input/use-viewer-keys.ts'

/** Fraction of the scroll container's height scrolled by PageUp and PageDown; less than 1, so that the last lines stay visible. */
const SCREENFUL = 0.9
const LINE_PX = 56

/**
 * Registers the keyboard shortcuts of the reading view, which match those of the page view. A swipe scrolls by a screenful. Returns functions
 * that do so for buttons.
 */
export function useReadingKeys({
  stage,
  direction,
  onStart,
}: {
  stage: RefObject<HTMLElement | null>
  direction: 'ltr' | 'rtl'
  /** Called instead of scrolling up at the beginning of the loaded text */
  onStart: () => void
}) {
  const { book, total, turnTo, setAsking } = useViewer()
  const { size } = useReadingSettings(book.position)

  function scroll(pixels: number) {
    const element = stage.current
    if (pixels < 0 && element && element.scrollTop < 2) onStart()
    else element?.scrollBy({ top: pixels })
  }
  const turn = (step: number) => scroll(step * SCREENFUL * (stage.current?.clientHeight ?? 0))
  const forward = direction === 'ltr' ? 1 : -1

  const next = () => turn(1)
  const previous = () => turn(-1)
  const down = () => scroll(LINE_PX)
  const up = () => scroll(-LINE_PX)
  const first = () => turnTo(1)
  const last = () => turnTo(total)
  const larger = () => changeSettings({ size: stepSize(size, 1) }, book.position)
  const smaller = () => changeSettings({ size: stepSize(size, -1) }, book.position)
  const goToPage = () => setAsking(true)
  const actions: Record<string, (() => void) | undefined> = {
    ArrowDown: down,
    ArrowUp: up,
    ArrowRight: forward === 1 ? next : previous,
    ArrowLeft: forward === 1 ? previous : next,
    PageDown: next,
    PageUp: previous,
    Home: first,
    End: last,
    '+': larger,
    '=': larger,
    '-': smaller,
    g: goToPage,
    G: goToPage,
  }
  // While text is selected, the arrow keys move the end of the selection.
  useViewerKeys((key) => (key.startsWith('Arrow') && hasSelection() ? undefined : actions[key]))
  useSwipe({ stage, onTurn: (step) => turn(step * forward) })
  return { next, previous }
}
