import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { type StoredTextPosition, storeTextPosition } from '#web/reading/viewer/book/stored-text-positions.ts'
import { blockBelow, findBlock, focusPlace, lineAt, offsetBelow, readPlaceName } from './dom-text.ts'
import { findPageStart, type Place, pageAt } from './position.ts'
import { isThere, type ReflowParts } from './use-reflow.ts'

/** Distance from the top at which the current page is read, since the line where a page begins may start on the page before. */
const READING_LINE_PX = 40
const SPACE_OVER_HEADING_PX = 16
const STORE_MS = 400

/**
 * Scroll target: a position, or the beginning of a page. `above` is the share of the stage's height to leave visible above it. When `from`
 * is set, the focus follows a link whose block is `from`.
 */
export type Target = Pick<Place, 'part'> & Partial<Place> & { page: number; above?: number; from?: Omit<Place, 'offset'> }

/**
 * Keeps the page of the paper book and the position in the text in sync: scrolling changes the page, and a change of page scrolls to it.
 * The position is stored in the browser. `layout` differs when the text is laid out again, which keeps the position.
 */
export function useReadingPosition({
  stage,
  parts,
  book,
  page,
  total,
  onPage,
  start,
  findTarget,
  layout,
}: {
  stage: RefObject<HTMLElement | null>
  parts: ReflowParts
  book: string
  page: number
  total: number
  onPage: (page: number) => void
  start: Target
  findTarget: (page: number) => Target
  layout: string
}) {
  const [place, setPlace] = useState<StoredTextPosition>()
  const [, setWish] = useState<Target>()
  const target = useRef<Target | undefined>(start)
  const current = useRef<StoredTextPosition>(undefined)
  /** The page reached by scrolling, or scrolled to */
  const knownPage = useRef(page)
  const isOwnScroll = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const goTo = useCallback(
    (next: Target) => {
      target.current = next
      setWish(next)
      parts.include(next.part)
    },
    [parts.include],
  )

  const goEarlier = useCallback(() => {
    if (parts.first > 1 && current.current) goTo({ ...current.current, above: 0.8 })
    parts.extend(-1)
  }, [parts.first, parts.extend, goTo])

  const store = useCallback(() => {
    clearTimeout(timer.current)
    if (current.current) storeTextPosition(current.current)
  }, [])

  const notePlace = useEffectEvent((hasScrolled: boolean) => {
    const found = stage.current && readPlace(stage.current, parts)
    if (!found) return
    // Reading on while an earlier part is loading keeps the reading position.
    if (target.current?.above) target.current = { ...found, page: found.page }
    else if (target.current) return
    const shown = !hasScrolled ? knownPage.current : found.isEnd ? total : found.page
    const { isEnd: _, ...at } = found
    current.current = { ...at, book, page: shown }
    setPlace((before) => (before?.part === at.part && before.block === at.block && before.page === shown ? before : current.current))
    clearTimeout(timer.current)
    timer.current = setTimeout(store, STORE_MS)
    if (shown === knownPage.current) return
    knownPage.current = shown
    onPage(shown)
  })

  const scrollToTarget = useEffectEvent(() => {
    const wanted = target.current
    const element = stage.current
    if (!wanted || !element || !isThere(parts, wanted.part)) return
    target.current = undefined
    const before = element.scrollTop
    scrollTo(element, parts, wanted)
    if (wanted.from && wanted.block !== undefined) focusPlace(element, { part: wanted.part, block: wanted.block }, wanted.from)
    isOwnScroll.current = element.scrollTop !== before
    notePlace(wanted.above !== undefined)
  })

  const keepPlace = useEffectEvent(() => {
    target.current ??= current.current
    scrollToTarget()
  })

  // Runs after each render: the awaited part may be loaded now.
  useLayoutEffect(() => scrollToTarget())

  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout moves the text
  useLayoutEffect(() => keepPlace(), [layout])

  const followPage = useEffectEvent((wanted: number) => {
    if (wanted === knownPage.current) return
    knownPage.current = wanted
    goTo(findTarget(wanted))
  })
  useEffect(() => followPage(page), [page])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let frame = 0
    let width = element.clientWidth
    const stopScroll = listen(element, 'scroll', () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!isOwnScroll.current) notePlace(true)
        isOwnScroll.current = false
      })
    })
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      keepPlace()
    })
    observer.observe(element)
    const stopHide = listen(window, 'pagehide', store)
    return () => {
      cancelAnimationFrame(frame)
      stopScroll()
      stopHide()
      observer.disconnect()
      store()
    }
  }, [stage, store])

  /** Whether a position is visible. */
  function isSeen({ part, block, offset }: Place): boolean {
    const element = stage.current
    const shown = element && findBlock(element, { part, block })
    if (!shown) return false
    const { top, bottom } = lineAt(shown, offset)
    const screen = element.getBoundingClientRect()
    return top >= screen.top && bottom <= screen.bottom
  }

  return { place, goTo, goEarlier, isSeen }
}

/** Returns the position at the top of the visible text; undefined while there is no text. */
function readPlace(stage: HTMLElement, parts: ReflowParts): (Place & { page: number; isEnd: boolean }) | undefined {
  const top = stage.getBoundingClientRect().top + 1
  const first = blockBelow(stage, top)
  const line = blockBelow(stage, top + READING_LINE_PX)
  if (!first || !line) return undefined
  const { part, block } = readPlaceName(line)
  const lineBlock = parts.loaded.get(part)?.[block]
  if (!lineBlock) return undefined
  const isEnd = parts.last === parts.total && stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 4
  const page = pageAt(lineBlock, offsetBelow(line, top + READING_LINE_PX))
  return { ...readPlaceName(first), offset: offsetBelow(first, top), page, isEnd }
}

function scrollTo(stage: HTMLElement, parts: ReflowParts, { part, page, block, offset = 0, above = 0 }: Target): void {
  const blocks = parts.loaded.get(part) ?? []
  const at = block !== undefined && blocks[block] ? { block, offset } : findPageStart(blocks, page)
  const element = findBlock(stage, { part, block: at.block })
  if (!element) return
  const space = blocks[at.block]?.kind === 'heading' && at.offset === 0 ? SPACE_OVER_HEADING_PX : 0
  stage.scrollTop += lineAt(element, at.offset).top - stage.getBoundingClientRect().top - space - above * stage.clientHeight
}
