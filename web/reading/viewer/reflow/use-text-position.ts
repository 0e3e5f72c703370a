import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { type Place, storePosition, type TextPosition } from '#web/reading/viewer/book/stored-positions.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { findPageStart, pageAt } from './blocks.ts'
import { blockBelow, findBlock, focusPlace, lineAt, offsetBelow, readPlaceName } from './dom-text.ts'
import { isThere, type ReflowParts } from './use-reflow.ts'

/** Distance from the top of the text at which the current page is determined, since a page may begin in the middle of a line. */
const READING_LINE_PX = 40
const SPACE_OVER_HEADING_PX = 16
const STORE_MS = 400

/**
 * Scroll target: a text position, or the beginning of a page. `above` is the space above the target, as a fraction of the scroll
 * container's height. `from` is the block of a followed link; when set, the focus moves to the target.
 */
export type Target = Pick<Place, 'part'> & Partial<Place> & { page: number; above?: number; from?: Omit<Place, 'offset'> }

/**
 * Synchronizes the page of the printed book with the position in the text: scrolling changes the page, and changing the page scrolls the
 * text. The position is stored in the browser. A change of `layout` preserves the position.
 */
export function useTextPosition({
  stage,
  parts,
  start,
  findTarget,
  layout,
}: {
  stage: RefObject<HTMLElement | null>
  parts: ReflowParts
  start: Target
  findTarget: (page: number) => Target
  layout: string
}) {
  const { book, page, total, turnTo } = useViewer()
  const [place, setPlace] = useState<TextPosition>()
  const [, renderAgain] = useState<Target>()
  /** Scroll target; undefined once the text is scrolled to the target */
  const target = useRef<Target | undefined>(start)
  /** Text position at the top of the view. The state `place` changes only with the block or page, to render less often. */
  const current = useRef<TextPosition>(undefined)
  /** Page last reached by scrolling or by a change of page */
  const knownPage = useRef(page)
  /**
   * Scroll position of the last target. The subsequent scroll event does not change the page unless the visitor has scrolled in the
   * meantime.
   */
  const targetTop = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /* Scroll targets are set by links, page numbers and layout changes of the text. */

  function goTo(next: Target) {
    target.current = next
    renderAgain(next)
    parts.include(next.part)
  }

  function goEarlier() {
    if (parts.first > 1 && current.current) goTo({ ...current.current, above: 0.8 })
    parts.extend(-1)
  }

  const followPage = useEffectEvent((wanted: number) => {
    if (wanted === knownPage.current) return
    knownPage.current = wanted
    goTo(findTarget(wanted))
  })
  useEffect(() => followPage(page), [page])

  function keepPlace() {
    target.current ??= current.current
    scrollToTarget()
  }

  /* The text is scrolled to the target once the part that contains the target is loaded. */

  function scrollToTarget() {
    const wanted = target.current
    const element = stage.current
    if (!wanted || !element || !isThere(parts, wanted.part)) return
    target.current = undefined
    const before = element.scrollTop
    scrollTo(element, parts, wanted)
    if (wanted.from && wanted.block !== undefined) focusPlace(element, { part: wanted.part, block: wanted.block }, wanted.from)
    targetTop.current = element.scrollTop === before ? undefined : element.scrollTop
    notePlace({ hasScrolled: wanted.above !== undefined })
  }
  useLayoutEffect(scrollToTarget)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout moves the text
  useLayoutEffect(keepPlace, [layout])

  /* After each scroll event, the text position is read from the view and stored, and determines the current page. */

  function notePlace({ hasScrolled }: { hasScrolled: boolean }) {
    const found = placeAtTop()
    if (!found) return
    const { isEnd, ...position } = found
    // If the visitor scrolls while a preceding part is loading, the new position is restored afterwards.
    if (target.current?.above) target.current = position
    else if (target.current) return
    if (!hasScrolled) position.page = knownPage.current
    else if (isEnd) position.page = total
    current.current = position
    setPlace((before) =>
      before?.part === position.part && before.block === position.block && before.page === position.page ? before : position,
    )
    clearTimeout(timer.current)
    timer.current = setTimeout(store, STORE_MS)
    if (position.page === knownPage.current) return
    knownPage.current = position.page
    turnTo(position.page)
  }

  function store() {
    clearTimeout(timer.current)
    if (current.current) storePosition({ book: book.position, text: current.current })
  }

  useStageEvents(stage, {
    onScroll: () => {
      if (stage.current?.scrollTop !== targetTop.current) notePlace({ hasScrolled: true })
      targetTop.current = undefined
    },
    onResize: keepPlace,
    onLeave: store,
  })

  /** Returns the current text position at the top of the view; undefined without text. */
  const placeAtTop = () => (stage.current ? readPlace(stage.current, parts) : undefined)

  /** Returns whether a text position is visible. */
  function isSeen({ part, block, offset }: Place): boolean {
    const element = stage.current
    const shown = element && findBlock(element, { part, block })
    if (!shown) return false
    const { top, bottom } = lineAt(shown, offset)
    const screen = element.getBoundingClientRect()
    return top >= screen.top && bottom <= screen.bottom
  }

  return { place, placeAtTop, goTo, goEarlier, isSeen }
}

/**
 * Registers listeners of the scroll container: `onScroll` is called at most once per frame, `onResize` when the width changes, `onLeave`
 * when the text or the page is closed.
 */
function useStageEvents(
  stage: RefObject<HTMLElement | null>,
  handlers: { onScroll: () => void; onResize: () => void; onLeave: () => void },
) {
  const onScroll = useEffectEvent(handlers.onScroll)
  const onResize = useEffectEvent(handlers.onResize)
  const onLeave = useEffectEvent(handlers.onLeave)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let frame = 0
    let width = element.clientWidth
    const stopScroll = listen(element, 'scroll', () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => onScroll())
    })
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      onResize()
    })
    observer.observe(element)
    const stopHide = listen(window, 'pagehide', () => onLeave())
    return () => {
      cancelAnimationFrame(frame)
      stopScroll()
      stopHide()
      observer.disconnect()
      onLeave()
    }
  }, [stage])
}

/** Returns the text position at the top of the view; undefined without text. */
function readPlace(stage: HTMLElement, parts: ReflowParts): (TextPosition & { isEnd: boolean }) | undefined {
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
