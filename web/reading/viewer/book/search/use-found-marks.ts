import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { createMatcher, type FindMatches } from '#contracts/reading/found-words.ts'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { listen } from '#web/lib/browser-events.ts'
import { scrollIntoSight } from '#web/reading/viewer/input/selection.ts'

const isBefore = (node: Node, other: Node) => (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Selector of elements with page text: text layers of page images, text layers of pdf.js, and reflowable text. */
const TEXTS = '.viewer-text, .textLayer, .reading-text'

/** Names of the CSS highlights in search.css, for all hits and for the current hit */
const HIGHLIGHT = 'viewer-found'
const CHOSEN = 'viewer-found-chosen'
/** Distance of the current hit from the top of the scroll container after scrolling, as a fraction of the container's height. */
const DOWN_THE_STAGE = 0.3
/** Time for which the current hit is kept in position after it is first rendered, in ms, since the page may still scroll or move. */
const SETTLE_MS = 600

/**
 * Highlights the search hits in all rendered text, including text rendered later. Returns a function that scrolls to a hit of a page as
 * soon as the hit is rendered. Has no effect in browsers without the Custom Highlight API.
 */
export function useFoundMarks(
  viewer: HTMLElement | null,
  { words, hits }: { words: string; hits: PageHits['hits'] | undefined },
  nameOfPage: (page: number) => string,
): (page: number, index: number) => void {
  const findMatches = useMemo(() => {
    if (!hits?.length) return undefined
    return createMatcher(
      words,
      hits.map(({ text }) => text),
    )
  }, [words, hits])
  const ranges = useRef<Range[]>([])
  const chosen = useRef<{ page: number; index: number }>(undefined)
  /** Time limit for scrolling to the current hit; undefined when no scrolling is pending */
  const wanted = useRef<{ until: number }>(undefined)

  const reveal = useEffectEvent(() => {
    if (!viewer || !chosen.current) return
    const onPage = findOnPage(viewer, ranges.current, chosen.current.page, nameOfPage)
    const range = onPage[Math.min(chosen.current.index, onPage.length - 1)]
    if (range && globalThis.Highlight) CSS.highlights?.set(CHOSEN, new globalThis.Highlight(range))
    if (wanted.current && performance.now() > wanted.current.until) wanted.current = undefined
    if (!range || !wanted.current) return
    // The time limit for scrolling starts when the current hit is first rendered.
    wanted.current.until = Math.min(wanted.current.until, performance.now() + SETTLE_MS)
    const stage = range.startContainer.parentElement?.closest('.viewer-stage, .reading-stage')
    if (stage) scrollIntoSight(stage, range, DOWN_THE_STAGE)
  })

  useEffect(() => {
    const { highlights } = CSS
    const Marks = globalThis.Highlight
    if (!viewer || !findMatches || !highlights || !Marks) return
    let frame = 0
    const mark = () => {
      ranges.current = findRanges(viewer, findMatches)
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
      chosen.current = undefined
      highlights.delete(HIGHLIGHT)
      highlights.delete(CHOSEN)
    }
  }, [viewer, findMatches])

  return (page, index) => {
    chosen.current = { page, index }
    wanted.current = { until: Number.POSITIVE_INFINITY }
    requestAnimationFrame(() => reveal())
  }
}

/** Returns ranges of the search hits in the rendered text. A matching word may span several elements, but not several lines or blocks. */
function findRanges(root: Element, findMatches: FindMatches): Range[] {
  return [...root.querySelectorAll(TEXTS)].flatMap((text) => findIn(text, findMatches))
}

function findIn(root: Element, findMatches: FindMatches): Range[] {
  const pieces: { node: Text; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length })
      text += node.data
    } else if ((node as Element).matches('br, [data-place], button')) text += '\n'
  }
  let at = 0
  const pieceOf = (offset: number) => {
    while (at + 1 < pieces.length && (pieces[at + 1]?.start ?? 0) <= offset) at++
    return pieces[at]
  }
  return findMatches(text).flatMap(([from, to]) => {
    const first = pieceOf(from)
    const last = pieceOf(to - 1)
    if (!first || !last) return []
    const range = document.createRange()
    range.setStart(first.node, from - first.start)
    range.setEnd(last.node, to - last.start)
    return [range]
  })
}

/** Filters ordered ranges to those on the given page. */
function findOnPage(viewer: Element, ranges: Range[], page: number, nameOfPage: (page: number) => string): Range[] {
  const sheet = viewer.querySelector(`[data-page-number="${page}"]`)
  if (sheet) return ranges.filter(({ startContainer }) => sheet.contains(startContainer))
  // In reflowable text, a page extends from its page mark to the next page mark.
  const marks = [...viewer.querySelectorAll<HTMLElement>('.reading-page')]
  const index = marks.findIndex(({ dataset }) => dataset.label === nameOfPage(page))
  const [start, end] = [marks[index], marks[index + 1]]
  if (!start) return []
  return ranges.filter(({ startContainer }) => isBefore(start, startContainer) && !(end && isBefore(end, startContainer)))
}
