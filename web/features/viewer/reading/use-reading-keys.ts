import type { RefObject } from 'react'
import { hasSelection } from '#web/features/viewer/gestures/has-selection.ts'
import { useSwipe } from '#web/features/viewer/gestures/use-swipe.ts'
import { useViewerKeys } from '#web/features/viewer/gestures/use-viewer-keys.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import { changeSettings, stepSize, useReadingSettings } from './reading-settings.ts'

/** How much of the stage a screenful scrolls: the last lines stay visible. */
const SCREENFUL = 0.9
const LINE_PX = 56

/** The keys of the reading view, which mean what they mean on pages. Swipes go a screenful on and back. */
export function useReadingKeys({
  stage,
  direction,
  onStart,
}: {
  stage: RefObject<HTMLElement | null>
  direction: 'ltr' | 'rtl'
  /** Called instead of scrolling back where the text that is there begins */
  onStart: () => void
}): void {
  const { total, turnTo, setAsking } = useViewer()
  const { size } = useReadingSettings()

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
  const larger = () => changeSettings({ size: stepSize(size, 1) })
  const smaller = () => changeSettings({ size: stepSize(size, -1) })
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
  // While words are selected, the arrows move the end of the selection.
  useViewerKeys((key) => (key.startsWith('Arrow') && hasSelection() ? undefined : actions[key]))
  useSwipe({ stage, onTurn: (step) => turn(step * forward) })
}
