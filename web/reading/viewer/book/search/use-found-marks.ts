import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { createMatcher, type FindMatches } from '#contracts/reading/found-words.ts'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { listen } from '#web/lib/browser-events.ts'
import { scrollIntoSight } from '#web/reading/viewer/input/selection.ts'

const isBefore = (node: Node, other: Node) => (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Elements with the text of pages: over page images, over pages rendered by pdf.js, and reflowable text. */
const TEXTS = '.viewer-text, .textLayer, .reading-text'

/** Highlight names used in search.css, for all matches and for the chosen one */
const HIGHLIGHT = 'viewer-found'
const CHOSEN = 'viewer-found-chosen'
/** Distance from the stage's top at which a marked word is scrolled to, as a share of its height. */
const DOWN_THE_STAGE = 0.3
/** Time during which the view may still scroll to the page that was turned to. */
const SETTLE_MS = 600

/**
 * Marks the matches in all rendered text, including text rendered later. Returns a function that scrolls to a match of a page, by its index,
 * as soon as it is rendered. Does nothing in browsers without the Custom Highlight API.
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
  /** Whether the chosen match is still to be scrolled to, and until when */
  const wanted = useRef<{ until: number }>(undefined)

  const reveal = useEffectEvent(() => {
    if (!viewer || !chosen.current) return
    const onPage = findOnPage(viewer, ranges.current, chosen.current.page, nameOfPage)
    const range = onPage[Math.min(chosen.current.index, onPage.length - 1)]
    if (range && globalThis.Highlight) CSS.highlights?.set(CHOSEN, new globalThis.Highlight(range))
    if (wanted.current && performance.now() > wanted.current.until) wanted.current = undefined
    if (!range || !wanted.current) return
    // The time limit starts when the word is first rendered.
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

/** Returns the matches in the rendered texts as ranges. A word may span several elements, but no end of a line or block. */
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

/** Returns those of the ordered ranges that are on a page. */
function findOnPage(viewer: Element, ranges: Range[], page: number, nameOfPage: (page: number) => string): Range[] {
  const sheet = viewer.querySelector(`[data-page-number="${page}"]`)
  if (sheet) return ranges.filter(({ startContainer }) => sheet.contains(startContainer))
  // In reflowable text a page spans from its margin mark to the next one.
  const marks = [...viewer.querySelectorAll<HTMLElement>('.reading-page')]
  const index = marks.findIndex(({ dataset }) => dataset.label === nameOfPage(page))
  const [start, end] = [marks[index], marks[index + 1]]
  if (!start) return []
  return ranges.filter(({ startContainer }) => isBefore(start, startContainer) && !(end && isBefore(end, startContainer)))
}
