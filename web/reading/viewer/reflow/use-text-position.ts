import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { listen } from '#web/lib/browser-events.ts'
import type { Place, TextPlace } from '#web/lib/places/book-places.ts'
import { findWords, startsAt } from '#web/reading/viewer/book/editions/find-words.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { findPageStart, pageAt, wordsAt } from './blocks.ts'
import { blockBelow, findBlock, focusPlace, lineAt, offsetBelow, readPlaceName } from './dom-text.ts'
import { isThere, type ReflowParts } from './use-reflow.ts'

/** Distance from the top of the text at which the current page is determined, since a page may begin in the middle of a line. */
const READING_LINE_PX = 40
const SPACE_OVER_HEADING_PX = 16

/** Position in the text, with the page of the printed book at this position. */
type TextPosition = Place & { page: number }

/**
 * Position whose line stays in place when the layout changes. `lines` is the distance of its line from the top of the view, in heights of
 * the line; negative for a line that is partly scrolled out. `isEnd` is set if the end of the book is visible.
 */
type Anchor = TextPosition & { lines: number; isEnd: boolean }

/**
 * Scroll target: a text position, or the beginning of a page. `above` is the space above the target, as a fraction of the scroll
 * container's height. `from` is the block of a followed link; when set, the focus moves to the target.
 */
export type Target = Pick<Place, 'part'> & Partial<TextPlace> & { page: number; above?: number; from?: Omit<Place, 'offset'> }

/**
 * Synchronizes the page of the printed book with the position in the text: scrolling changes the page, and changing the page scrolls the
 * text. Only scrolling and `goTo` are acts of the reader, and noted. When the layout changes, the text is scrolled to the same first word.
 */
export function useTextPosition({
  stage,
  parts,
  start,
  findTarget,
}: {
  stage: RefObject<HTMLElement | null>
  parts: ReflowParts
  start: Target
  findTarget: (page: number) => Target
}) {
  const { book, page, goal, total, turnTo, noteRead } = useViewer()
  const [place, setPlace] = useState<TextPosition>()
  const [, renderAgain] = useState<Target>()
  /** Scroll target; undefined once the text is scrolled to the target */
  const target = useRef<Target | undefined>(start)
  /** Whether the target was set by the reader. The target at which the text opens was not. */
  const isAct = useRef(false)
  /** Text position at the top of the view. The state `place` changes only with the block or page, to render less often. */
  const anchor = useRef<Anchor>(undefined)
  /** Page last reached by scrolling or by a change of page */
  const knownPage = useRef(page)
  /** Scroll position that was set by code. The subsequent scroll event is not an act, unless the visitor has scrolled in the meantime. */
  const targetTop = useRef<number>(undefined)
  /** Layout at the time of the last scroll position: size of the scroll container, and distance of the anchor from the top of the text */
  const layout = useRef({ width: 0, height: 0, anchorTop: 0 })

  /* Scroll targets are set by links, page numbers and the reader's buttons. */

  function goTo(next: Target) {
    target.current = next
    isAct.current = true
    renderAgain(next)
    parts.include(next.part)
  }

  function goEarlier() {
    if (parts.first > 1 && anchor.current) goTo({ ...toPosition(anchor.current), above: 0.8 })
    parts.extend(-1)
  }

  const followPage = useEffectEvent((wanted: number) => {
    if (wanted === knownPage.current) return
    knownPage.current = wanted
    const next = findTarget(wanted)
    // The reader may leave before the beginning of the text is loaded, and a page 1 without a position in the text is never stored.
    if (wanted === 1) noteRead({ page: 1, text: { part: next.part, block: 0, offset: 0 } })
    goTo(next)
  })
  useEffect(() => followPage(page), [page])
  const followGoal = useEffectEvent(() => {
    if (!goal) return
    knownPage.current = goal.page
    goTo({ ...goal.text, page: goal.page })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each goal is followed once
  useEffect(() => followGoal(), [goal])

  /* The text is scrolled to the target once the part that contains the target is loaded. */

  function scrollToTarget() {
    const wanted = target.current
    const element = stage.current
    if (!wanted || !element || !isThere(parts, wanted.part)) return
    target.current = undefined
    const before = element.scrollTop
    const reached = scrollTo(element, parts, wanted)
    if (wanted.from && wanted.block !== undefined) focusPlace(element, { part: wanted.part, block: wanted.block }, wanted.from)
    targetTop.current = element.scrollTop === before ? undefined : element.scrollTop
    const found = readPlace(element, parts)
    // A target with space above is not at the top of the view.
    if (found && (wanted.above !== undefined || !reached)) settle(element, found, { act: isAct.current })
    else if (reached) settle(element, { ...reached, isEnd: found?.isEnd ?? false }, { act: isAct.current, page: wanted.page })
    isAct.current = false
  }
  useLayoutEffect(scrollToTarget)

  /** Records the text position at the top of the view. */
  function settle(element: HTMLElement, found: TextPosition & { isEnd: boolean }, { act, page: atPage }: { act: boolean; page?: number }) {
    const newPage = atPage ?? (found.isEnd ? total : found.page)
    const position: TextPosition = { part: found.part, block: found.block, offset: found.offset, page: newPage }
    const shown = findBlock(element, position)
    if (!shown) return
    const line = lineAt(shown, position.offset)
    const lines = (line.top - element.getBoundingClientRect().top) / (line.bottom - line.top || 1)
    anchor.current = { ...position, lines, isEnd: found.isEnd }
    layout.current = measure(element, anchor.current)
    setPlace((before) => (before?.part === position.part && before.block === position.block && before.page === newPage ? before : position))
    if (act) {
      const words = wordsAt(parts.loaded.get(position.part) ?? [], position)
      const { page: _, ...text } = position
      noteRead({ page: newPage, text: { ...text, ...(words && { words }) } })
    }
    if (newPage === knownPage.current) return
    knownPage.current = newPage
    turnTo(newPage)
  }

  /** Called after each scroll event of the visitor. */
  function noteScroll(element: HTMLElement) {
    const found = readPlace(element, parts)
    if (!found) return
    // If the visitor scrolls while a preceding part is loading, the new position is restored afterwards.
    if (target.current?.above) target.current = toPosition(found)
    else if (target.current) return
    settle(element, found, { act: true })
  }

  /** Scrolls to the same first word after a change of layout, which is not an act of the reader. */
  function keepPlace() {
    const element = stage.current
    if (!element || target.current || !anchor.current) return
    const { lines, isEnd, ...position } = anchor.current
    const now = measure(element, position)
    const { width, height, anchorTop } = layout.current
    const isResized = now.width !== width || now.height !== height
    if (!isResized && Math.abs(now.anchorTop - anchorTop) < 1) return
    layout.current = now
    const shown = findBlock(element, position)
    if (!shown) return
    const before = element.scrollTop
    const line = lineAt(shown, position.offset)
    const away = line.top - element.getBoundingClientRect().top - lines * (line.bottom - line.top)
    // The offer at the end of a preview takes height from the text, whose last lines stay visible.
    if (book.preview && isEnd && now.width === width) element.scrollTop = element.scrollHeight
    else if (Math.abs(away) >= 1) element.scrollTop += away
    if (isResized || element.scrollTop !== before) targetTop.current = element.scrollTop
  }

  useStageEvents(stage, {
    onScroll: () => {
      const element = stage.current
      if (!element) return
      const isResized = element.clientWidth !== layout.current.width || element.clientHeight !== layout.current.height
      if (isResized && anchor.current) return keepPlace()
      if (element.scrollTop !== targetTop.current) noteScroll(element)
      targetTop.current = undefined
    },
    onLayout: keepPlace,
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

const toPosition = ({ part, block, offset, page }: TextPosition): TextPosition => ({ part, block, offset, page })

/** Measures the size of the scroll container, and the distance of an anchor's line from the top of the text. */
function measure(stage: HTMLElement, place: Place) {
  const shown = findBlock(stage, place)
  const anchorTop = shown ? lineAt(shown, place.offset).top - stage.getBoundingClientRect().top + stage.scrollTop : 0
  return { width: stage.clientWidth, height: stage.clientHeight, anchorTop }
}

/**
 * Registers listeners of the scroll container: `onScroll` is called at most once per frame, `onLayout` when the window, the letters, late
 * fonts or added content may have moved the text.
 */
function useStageEvents(stage: RefObject<HTMLElement | null>, handlers: { onScroll: () => void; onLayout: () => void }) {
  const onScroll = useEffectEvent(handlers.onScroll)
  const onLayout = useEffectEvent(handlers.onLayout)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let frame = 0
    const stopScroll = listen(element, 'scroll', () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => onScroll())
    })
    const observer = new ResizeObserver(() => onLayout())
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    const stopFonts = listen(document.fonts, 'loadingdone', () => onLayout())
    return () => {
      cancelAnimationFrame(frame)
      stopScroll()
      stopFonts()
      observer.disconnect()
    }
  }, [stage])
}

/** Returns the text position at the top of the view; undefined without text. The first line is the first that is visible by half. */
function readPlace(stage: HTMLElement, parts: ReflowParts): (TextPosition & { isEnd: boolean }) | undefined {
  const { top } = stage.getBoundingClientRect()
  const halfLine = Number.parseFloat(getComputedStyle(stage.firstElementChild ?? stage).lineHeight) / 2 || 1
  const first = blockBelow(stage, top + halfLine)
  const line = blockBelow(stage, top + READING_LINE_PX)
  if (!first || !line) return undefined
  const { part, block } = readPlaceName(line)
  const lineBlock = parts.loaded.get(part)?.[block]
  if (!lineBlock) return undefined
  const isEnd = parts.last === parts.total && stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 4
  const page = pageAt(lineBlock, offsetBelow(line, top + READING_LINE_PX))
  return { ...readPlaceName(first), offset: offsetBelow(first, top + halfLine), page, isEnd }
}

/** Returns the position of a target in a part; if its words are elsewhere in the part, since the text was regenerated, the nearest ones. */
function findTargetIn(blocks: ReflowBlock[], { block, offset = 0, words }: Target): Omit<Place, 'part'> | undefined {
  if (block === undefined) return undefined
  const isAt = blocks[block] && { block, offset }
  if (!words) return isAt
  const texts = blocks.map(blockText)
  return startsAt(texts, words, { block, offset }) ? isAt : (findWords(texts, words, { block, offset })?.from ?? isAt)
}

/** Scrolls to a target. Returns its position in the text; undefined if the text doesn't contain it. */
function scrollTo(stage: HTMLElement, parts: ReflowParts, target: Target): TextPosition | undefined {
  const { part, page, above = 0 } = target
  const blocks = parts.loaded.get(part) ?? []
  const at = findTargetIn(blocks, target) ?? findPageStart(blocks, page)
  const element = findBlock(stage, { part, block: at.block })
  if (!element) return undefined
  const space = blocks[at.block]?.kind === 'heading' && at.offset === 0 ? SPACE_OVER_HEADING_PX : 0
  stage.scrollTop += lineAt(element, at.offset).top - stage.getBoundingClientRect().top - space - above * stage.clientHeight
  return { part, ...at, page }
}
