import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { savesData } from '#web/lib/data-saver.ts'
import { EndMark } from '#web/reading/viewer/book/end-mark.tsx'
import { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { PageError } from '#web/reading/viewer/book/page-error.tsx'
import { type Fit, resolveFit } from '#web/reading/viewer/book/page-layout.ts'
import { A4, type PageSource, type Size } from '#web/reading/viewer/book/page-source.ts'
import { useReadingSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { useOtherWays, useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { HIGHLIGHTS_LABEL, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { hasSelection } from '#web/reading/viewer/input/selection.ts'
import { useSwipe } from '#web/reading/viewer/input/use-swipe.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { fitPage } from './page-fit.ts'
import { usePageKeys } from './use-page-keys.ts'
import { usePinch } from './use-pinch.ts'
import { useTapZones } from './use-tap-zones.ts'
import { useWheelTurns } from './use-wheel-turns.ts'

const AHEAD_MS = 300
const loadHighlights = () => import('./highlights/page-highlights.tsx')

/**
 * Scroll container of the current page, and of the page beside it if two are displayed, with keyboard, wheel and touch controls for turning
 * and zooming. Subsequent pages are prerendered but hidden.
 */
export function PageStage() {
  const { source, page, visible, turnBy, zoom, setZoom, fetchState, noteFit } = useViewer()
  const { failure } = fetchState
  const stage = useRef<HTMLElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<number>()
  const room = useStageSize(stage)
  const fit = resolveFit(useReadingSettings().fit, room)
  const { size, guessed, failed } = usePageSize(source, page)
  const beside = usePageSize(source, visible.find((each) => each !== page) ?? page)
  const boxes = layOut(
    visible.map((number) => ({ number, size: fitPage(number === page ? size : beside.size, room, { zoom, fit }) })),
    source.direction,
  )
  // Rendering waits for the page size: a page with an estimated size would be resized when it has loaded.
  const ready = room.width > 0 && (!guessed || failed || failure !== undefined)
  const ways = useOtherWays()
  const pagesAhead = usePagesAhead({
    page,
    visible,
    total: source.total,
    count: source.ahead,
    ready: shown === page && zoom === 1 && !failure,
  })
  /** Turns to the page on the right (1) or left (-1) */
  const turn = (side: 1 | -1) => turnBy(source.direction === 'rtl' ? (side === 1 ? -1 : 1) : side)
  usePinch({ stage, paper, page, width: ready ? boxes.width : 0, zoom, onZoom: setZoom })
  useSwipe({ stage, onTurn: turn })
  useTapZones({ stage, enabled: zoom <= 1, onTurn: turn })
  useWheelTurns({ stage, enabled: fit !== 'width' && zoom <= 1, onTurn: turnBy })
  const { turnBackToBottom } = useTurnedPage(stage)
  usePageKeys({ stage, onTurn: turn, turnBackToBottom })
  const note = useEffectEvent(noteFit)
  useLayoutEffect(() => {
    if (room.width > 0) note(fit)
  }, [fit, room.width])

  return (
    <>
      <section
        ref={stage}
        className="viewer-stage"
        data-wide={boxes.width > room.width || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label="Page"
        aria-busy={shown !== page}
      >
        {ready ? (
          <div ref={paper} className="viewer-paper" style={{ width: boxes.width, height: boxes.height }}>
            {[...visible, ...pagesAhead].map((number) => (
              <PageSheet
                key={number}
                number={number}
                room={room}
                fit={fit}
                place={boxes.places.get(number)}
                onShown={() => number === page && setShown(page)}
              />
            ))}
            {visible.includes(source.total) && (shown === page || failed || failure) && <EndMark />}
          </div>
        ) : (
          <Loading fetchState={fetchState} ways={ways} />
        )}
      </section>
      {shown !== undefined && <HighlightsSlot stage={stage} paper={paper} />}
    </>
  )
}

type Box = Size & { left: number; top: number }

/** Returns the places of pages side by side, in the reading direction, and the size of all of them. */
function layOut(pages: { number: number; size: Size }[], direction: PageSource['direction']): Size & { places: Map<number, Box> } {
  const height = Math.max(...pages.map(({ size }) => size.height))
  const places = new Map<number, Box>()
  let left = 0
  for (const { number, size } of direction === 'rtl' ? [...pages].reverse() : pages) {
    places.set(number, { ...size, left, top: Math.floor((height - size.height) / 2) })
    left += size.width
  }
  return { width: left, height, places }
}

/** Highlights of the page. Their code is loaded for a book that has some, or when words of a page are selected. */
function HighlightsSlot({ stage, paper }: { stage: RefObject<HTMLElement | null>; paper: RefObject<HTMLElement | null> }) {
  const { book, found, panel } = useViewer()
  const highlights = useHighlights(book, found)
  const isOpen = panel === 'highlights'
  const isNeeded = isOpen || highlights.list.length > 0
  const [wanted, setWanted] = useState(isNeeded)
  if (isNeeded && !wanted) setWanted(true)
  useEffect(() => {
    if (wanted) return
    return listen(document, 'selectionchange', () => {
      if (hasSelection() && stage.current?.contains(getSelection()?.anchorNode ?? null)) setWanted(true)
    })
  }, [wanted, stage])
  if (!wanted) return null
  return (
    <LazyPart load={loadHighlights} frame={(state) => isOpen && <ViewerPanel title={HIGHLIGHTS_LABEL}>{state}</ViewerPanel>}>
      {({ PageHighlights }) => <PageHighlights stage={stage} paper={paper} highlights={highlights} />}
    </LazyPart>
  )
}

/** Page in the scroll container; hidden while it is prerendered, without a place. */
function PageSheet({
  number,
  room,
  fit,
  place,
  onShown,
}: {
  number: number
  room: Size
  fit: Fit
  place: Box | undefined
  onShown: () => void
}) {
  const { source, page, zoom, fetchState, retryFetch, reopen } = useViewer()
  const { size, failed } = usePageSize(source, number)
  const isCurrent = place !== undefined
  if (failed) return number === page && <PageError reason="broken" onRetry={reopen} />
  return (
    <div className="viewer-sheet" data-waiting={!isCurrent || undefined} style={place}>
      {source.renderPage?.({ number, isCurrent, zoom, size: fitPage(size, room, { zoom, fit }), fetchState, retryFetch, reopen, onShown })}
    </div>
  )
}

/**
 * Scrolls to the top after the page was turned, or to the bottom after `turnBackToBottom`. Retries a failed request, which may have
 * concerned only the previous page.
 */
function useTurnedPage(stage: RefObject<HTMLElement | null>) {
  const { page, visible, turnBy, fetchState, retryFetch } = useViewer()
  const opensAtBottom = useRef(false)
  const retryAfterFailure = useEffectEvent(() => fetchState.failure && retryFetch())

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is turned
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    element.scrollTo({ top: opensAtBottom.current ? element.scrollHeight : 0 })
    opensAtBottom.current = false
    // Buttons are disabled at the first and last page. The focus moves from a disabled button to the page, which would otherwise not
    // receive key presses.
    if (document.activeElement?.matches('button:disabled') || document.activeElement === document.body)
      element.focus({ preventScroll: true })
    retryAfterFailure()
  }, [page])

  function turnBackToBottom() {
    opensAtBottom.current = !visible.includes(1)
    turnBy(-1)
  }

  return { turnBackToBottom }
}

/** Returns the size of the scroll container without its padding; 0 before it has been measured. */
function useStageSize(stage: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState({ width: 0, height: 0 })

  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element)
      const inner = (length: number, ...paddings: string[]) =>
        Math.floor(paddings.reduce((rest, padding) => rest - Number.parseFloat(padding), length))
      const width = inner(element.clientWidth, paddingLeft, paddingRight)
      const height = inner(element.clientHeight, paddingTop, paddingBottom)
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])

  return size
}

/**
 * Returns the next pages in the reading direction, to be prerendered after a short pause. Prerendered pages stay rendered when the visitor
 * turns to one of them.
 */
function usePagesAhead({
  page,
  visible,
  total,
  count,
  ready,
}: {
  page: number
  visible: number[]
  total: number
  count: number
  ready: boolean
}): number[] {
  const [first, last] = [Math.min(...visible), Math.max(...visible)]
  const [ahead, setAhead] = useState<number[]>([])
  const lastPage = useRef(page)
  const direction = useRef(1)

  useEffect(() => {
    if (lastPage.current !== page) direction.current = page < lastPage.current ? -1 : 1
    lastPage.current = page
    if (!ready || savesData()) return
    const edge = direction.current === 1 ? last : first
    const next = Array.from({ length: count }, (_, index) => edge + direction.current * (index + 1))
    const timer = setTimeout(() => setAhead(next), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [page, first, last, count, ready])

  if (!ready && !ahead.includes(page)) return []
  return ahead.filter((each) => !visible.includes(each) && Math.abs(each - page) <= count + 1 && each >= 1 && each <= total)
}

/** Returns the size of a page. While the size is unknown, `guessed` is set and the size is that of another page, or A4. */
function usePageSize({ sizes, fetchSize }: PageSource, page: number): { size: Size; guessed: boolean; failed: boolean } {
  const [, setFetched] = useState<number>()
  const [failed, setFailed] = useState<number>()
  const known = sizes[page - 1]

  useEffect(() => {
    if (known) return
    let active = true
    fetchSize(page).then(
      (size) => {
        const isValid = size.width > 0 && size.height > 0 && Number.isFinite(size.width / size.height)
        sizes[page - 1] = isValid ? size : A4
        if (active) setFetched(page)
      },
      () => active && setFailed(page),
    )
    return () => {
      active = false
    }
  }, [sizes, fetchSize, page, known])

  const other = sizes.filter((size) => size !== undefined).at(-1)
  return { size: known ?? other ?? A4, guessed: !known && !other, failed: failed === page }
}
