import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { listen } from '#web/lib/browser-events.ts'
import { scrollIntoSight } from '#web/reading/viewer/input/selection.ts'
import { findWords, wordsFoundIn } from './found-words.ts'

const isBefore = (node: Node, other: Node) => (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Elements with the text of pages: over page images, over pages rendered by pdf.js, and reflowable text. */
const TEXTS = '.viewer-text, .textLayer, .reading-text'

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

/** Returns the found words in the rendered texts as ranges. A word may span several elements, but no end of a line or block. */
function findRanges(root: Element, isFound: (word: string) => boolean): Range[] {
  return [...root.querySelectorAll(TEXTS)].flatMap((text) => findIn(text, isFound))
}

function findIn(root: Element, isFound: (word: string) => boolean): Range[] {
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
  return findWords(text, isFound).flatMap(([from, to]) => {
    const first = pieceOf(from)
    const last = pieceOf(to - 1)
    if (!first || !last) return []
    const range = document.createRange()
    range.setStart(first.node, from - first.start)
    range.setEnd(last.node, to - last.start)
    return [range]
  })
}

/** Returns the first of the ordered ranges that is on a page; undefined while the page has none. */
function firstOnPage(viewer: Element, ranges: Range[], page: number, nameOfPage: (page: number) => string): Range | undefined {
  const sheet = viewer.querySelector(`[data-page-number="${page}"]`)
  if (sheet) return ranges.find(({ startContainer }) => sheet.contains(startContainer))
  // In reflowable text a page spans from its margin mark to the next one.
  const marks = [...viewer.querySelectorAll<HTMLElement>('.reading-page')]
  const index = marks.findIndex(({ dataset }) => dataset.label === nameOfPage(page))
  const [start, end] = [marks[index], marks[index + 1]]
  return start && ranges.find(({ startContainer }) => isBefore(start, startContainer) && !(end && isBefore(end, startContainer)))
}
