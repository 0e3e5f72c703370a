import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How much of the last lines stays in sight when a screen is turned. */
const OVERLAP = 0.9

/** The keyboard of a reader: what a page has left to scroll is scrolled first, then the page is turned. */
export function usePageKeys({
  stage,
  page,
  total,
  onPage,
  onZoom,
  onFit,
  onAsk,
}: {
  stage: RefObject<HTMLElement | null>
  page: number
  total: number
  onPage: (page: number, from?: 'top' | 'bottom') => void
  onZoom: (direction: 1 | -1) => void
  onFit: () => void
  onAsk: () => void
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const element = stage.current
    const target = event.target as HTMLElement
    if (!element || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest('input, textarea, select, [contenteditable]')) return
    if (event.key === ' ' && target.closest('button, a, summary')) return

    const act = actions(element)[event.key === ' ' ? (event.shiftKey ? 'PageUp' : 'PageDown') : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })

  function actions(element: HTMLElement): Record<string, (() => void) | undefined> {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element
    const canDown = scrollTop + clientHeight < scrollHeight - 2
    const canRight = scrollLeft + clientWidth < scrollWidth - 2
    const by = (left: number, top: number) => element.scrollBy({ left, top })
    const next = () => onPage(page + 1)
    const back = () => onPage(page - 1, 'bottom')
    const first = () => onPage(1)
    const last = () => onPage(total)
    const line = 48
    return {
      ArrowRight: canRight ? () => by(line, 0) : next,
      ArrowLeft: scrollLeft > 2 ? () => by(-line, 0) : () => onPage(page - 1),
      ArrowDown: canDown ? () => by(0, line) : next,
      ArrowUp: scrollTop > 2 ? () => by(0, -line) : back,
      PageDown: canDown ? () => by(0, clientHeight * OVERLAP) : next,
      PageUp: scrollTop > 2 ? () => by(0, -clientHeight * OVERLAP) : back,
      Home: first,
      End: last,
      '+': () => onZoom(1),
      '=': () => onZoom(1),
      '-': () => onZoom(-1),
      '0': onFit,
      g: onAsk,
      G: onAsk,
    }
  }

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
