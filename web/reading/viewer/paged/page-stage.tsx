import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { savesData } from '#web/lib/data-saver.ts'
import { EndMark } from '#web/reading/viewer/book/end-mark.tsx'
import { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { PageError } from '#web/reading/viewer/book/page-error.tsx'
import { A4, type PageSource, type Size } from '#web/reading/viewer/book/page-source.ts'
import { useOtherWays, useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { HIGHLIGHTS_LABEL, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { hasSelection } from '#web/reading/viewer/input/selection.ts'
import { useSwipe } from '#web/reading/viewer/input/use-swipe.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { fitPage } from './page-fit.ts'
import { usePageKeys } from './use-page-keys.ts'
import { usePinch } from './use-pinch.ts'
import { useTapZones } from './use-tap-zones.ts'

const AHEAD_MS = 300
const loadHighlights = () => import('./highlights/page-highlights.tsx')

/**
 * Scroll container of the current page, with keyboard and touch controls for turning and zooming. Subsequent pages are prerendered but
 * hidden.
 */
export function PageStage() {
  const { source, page, turnTo, zoom, setZoom, fetchState } = useViewer()
  const { failure } = fetchState
  const stage = useRef<HTMLElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<number>()
  const stageWidth = useStageWidth(stage)
  const { size, guessed, failed } = usePageSize(source, page)
  const fitted = fitPage(size, stageWidth, zoom)
  // Rendering waits for the page size: a page with an estimated size would be resized when it has loaded.
  const ready = stageWidth > 0 && (!guessed || failed || failure !== undefined)
  const ways = useOtherWays()
  const pagesAhead = usePagesAhead({ page, total: source.total, count: source.ahead, ready: shown === page && zoom === 1 && !failure })
  /** Turns to the page on the right (1) or left (-1) */
  const turn = (side: 1 | -1) => turnTo(source.direction === 'rtl' ? page - side : page + side)
  usePinch({ stage, paper, page, width: ready ? fitted.width : 0, zoom, onZoom: setZoom })
  useSwipe({ stage, onTurn: turn })
  useTapZones({ stage, enabled: zoom <= 1, onTurn: turn })
  const { turnBackToBottom } = useTurnedPage(stage)
  usePageKeys({ stage, turnBackToBottom })

  return (
    <>
      <section
        ref={stage}
        className="viewer-stage"
        data-wide={fitted.width > stageWidth || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label="Page"
        aria-busy={shown !== page}
      >
        {ready ? (
          <div ref={paper} className="viewer-paper" style={fitted}>
            {[page, ...pagesAhead].map((number) => (
              <PageSheet key={number} number={number} stageWidth={stageWidth} onShown={() => setShown(number)} />
            ))}
            {page === source.total && (shown === page || failed || failure) && <EndMark />}
          </div>
        ) : (
          <Loading fetchState={fetchState} ways={ways} />
        )}
      </section>
      {shown !== undefined && <HighlightsSlot stage={stage} paper={paper} />}
    </>
  )
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

/** Page in the scroll container; hidden while it is prerendered. */
function PageSheet({ number, stageWidth, onShown }: { number: number; stageWidth: number; onShown: () => void }) {
  const { source, page, zoom, fetchState, retryFetch, reopen } = useViewer()
  const { size, failed } = usePageSize(source, number)
  const isCurrent = number === page
  if (failed) return isCurrent && <PageError reason="broken" onRetry={reopen} />
  return (
    <div className="viewer-sheet" data-waiting={!isCurrent || undefined}>
      {source.renderPage?.({ number, isCurrent, zoom, size: fitPage(size, stageWidth, zoom), fetchState, retryFetch, reopen, onShown })}
    </div>
  )
}

/**
 * Scrolls to the top after the page was turned, or to the bottom after `turnBackToBottom`. Retries a failed request, which may have
 * concerned only the previous page.
 */
function useTurnedPage(stage: RefObject<HTMLElement | null>) {
  const { page, turnTo, fetchState, retryFetch } = useViewer()
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
    opensAtBottom.current = page > 1
    turnTo(page - 1)
  }

  return { turnBackToBottom }
}

/** Returns the width of the scroll container without its padding; 0 before it has been measured. */
function useStageWidth(stage: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(Math.floor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])

  return width
}

/**
 * Returns the next pages in the reading direction, to be prerendered after a short pause. Prerendered pages stay rendered when the visitor
 * turns to one of them.
 */
function usePagesAhead({ page, total, count, ready }: { page: number; total: number; count: number; ready: boolean }): number[] {
  const [ahead, setAhead] = useState<number[]>([])
  const lastPage = useRef(page)
  const direction = useRef(1)

  useEffect(() => {
    if (lastPage.current !== page) direction.current = page < lastPage.current ? -1 : 1
    lastPage.current = page
    if (!ready || savesData()) return
    const next = Array.from({ length: count }, (_, index) => page + direction.current * (index + 1))
    const timer = setTimeout(() => setAhead(next), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [page, count, ready])

  if (!ready && !ahead.includes(page)) return []
  return ahead.filter((each) => each !== page && Math.abs(each - page) <= count && each >= 1 && each <= total)
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
