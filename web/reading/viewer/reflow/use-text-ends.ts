import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import type { ReflowParts } from './use-reflow.ts'

/** Returns whether the beginning and the end of the book are in sight. Focus on a button that is disabled by this moves to the text. */
export function useTextEnds(stage: RefObject<HTMLElement | null>, { first, last, total, loaded }: ReflowParts) {
  const [ends, setEnds] = useState({ isStart: true, isEnd: false })
  const update = useEffectEvent(() => {
    const element = stage.current
    if (!element) return
    const firstBlock = first === 1 ? element.querySelector('[data-place]') : null
    const isStart = firstBlock !== null && firstBlock.getBoundingClientRect().top >= element.getBoundingClientRect().top
    const isEnd = last === total && loaded.has(last) && element.scrollTop + element.clientHeight >= element.scrollHeight - 4
    setEnds((before) => (before.isStart === isStart && before.isEnd === isEnd ? before : { isStart, isEnd }))
  })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const stop = listen(element, 'scroll', () => update())
    const observer = new ResizeObserver(() => update())
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => {
      stop()
      observer.disconnect()
    }
  }, [stage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a button is enabled or disabled
  useLayoutEffect(() => {
    if (document.activeElement?.matches('.viewer-turn button:disabled')) stage.current?.focus({ preventScroll: true })
  }, [stage, ends])
  return ends
}
