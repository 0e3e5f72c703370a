import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { listen } from '#web/lib/browser-events.ts'
import { scrollIntoSight } from '#web/reading/viewer/scroll-into-sight.ts'
import { findRanges } from './find-ranges.ts'
import { wordsFoundIn } from './found-words.ts'
import { firstOnPage } from './marks-on-page.ts'

/** Highlight name used in search.css */
const HIGHLIGHT = 'viewer-found'
/** Distance from the stage's top at which a marked word is scrolled to, as a share of its height. */
const DOWN_THE_STAGE = 0.3
/** Time during which the view may still scroll to the page that was turned to. */
const SETTLE_MS = 600

/**
 * Marks the found words in all rendered text, including text rendered later. Returns a function that scrolls to the first marked word of a
 * page as soon as it is rendered. Does nothing in browsers without the Custom Highlight API.
 */
export function useFoundMarks(
  viewer: HTMLElement | null,
  hits: PageHits['hits'] | undefined,
  nameOfPage: (page: number) => string,
): (page: number) => void {
  const isFound = useMemo(() => (hits?.length ? wordsFoundIn(hits) : undefined), [hits])
  const ranges = useRef<Range[]>([])
  const wanted = useRef<{ page: number; until: number }>(undefined)

  const reveal = useEffectEvent(() => {
    if (!viewer || !wanted.current) return
    if (performance.now() > wanted.current.until) wanted.current = undefined
    const range = wanted.current && firstOnPage(viewer, ranges.current, wanted.current.page, nameOfPage)
    if (!range || !wanted.current) return
    // The time limit starts when the word is first rendered.
    wanted.current.until = Math.min(wanted.current.until, performance.now() + SETTLE_MS)
    const stage = range.startContainer.parentElement?.closest('.viewer-stage, .reading-stage')
    if (stage) scrollIntoSight(stage, range, DOWN_THE_STAGE)
  })

  useEffect(() => {
    const { highlights } = CSS
    const Marks = globalThis.Highlight
    if (!viewer || !isFound || !highlights || !Marks) return
    let frame = 0
    const mark = () => {
      ranges.current = findRanges(viewer, isFound)
      highlights.set(HIGHLIGHT, new Marks(...ranges.current))
      reveal()
    }
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    }
    mark()
    const observer = new MutationObserver(soon)
    observer.observe(viewer, { subtree: true, childList: true, characterData: true })
    const stopFollowing = listen(viewer, 'wheel pointerdown keydown', () => {
      wanted.current = undefined
    })
    const scrolled = new AbortController()
    viewer.addEventListener('scroll', () => reveal(), { capture: true, passive: true, signal: scrolled.signal })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      stopFollowing()
      scrolled.abort()
      ranges.current = []
      highlights.delete(HIGHLIGHT)
    }
  }, [viewer, isFound])

  return (page) => {
    wanted.current = { page, until: Number.POSITIVE_INFINITY }
    requestAnimationFrame(() => reveal())
  }
}
