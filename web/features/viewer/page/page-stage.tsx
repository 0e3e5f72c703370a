import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Loading, PageError } from '#web/features/viewer/document/messages.tsx'
import { usePinch } from '#web/features/viewer/gestures/use-pinch.ts'
import { useSwipe } from '#web/features/viewer/gestures/use-swipe.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import { fitPage } from './page-fit.ts'
import { PageSheet } from './page-sheet.tsx'
import { usePageSize } from './use-page-size.ts'

const RENDER_AHEAD_MS = 300

/** Scrolls the page, and turns and zooms it by touch. The page after it is rendered ahead, hidden. */
export function PageStage({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  const { pdf, page, total, turnTo, zoom, setZoom, fetchState, retryFetch, reopen } = useViewer()
  const { failure } = fetchState
  const paper = useRef<HTMLDivElement>(null)
  const [rendered, setRendered] = useState<number>()
  const stageWidth = useStageWidth(ref)
  const { size, guessed, failed } = usePageSize(pdf, page)
  const fitted = fitPage(size, stageWidth, zoom)
  // A sheet of a guessed size would change its size when the page arrives.
  const ready = stageWidth > 0 && (!guessed || failed || failure !== undefined)
  const adjacent = useAdjacentPage({ page, total, ready: rendered === page && zoom === 1 && !failure })
  usePinch({ stage: ref, paper, page, width: ready ? fitted.width : 0, zoom, onZoom: setZoom })
  useSwipe({ stage: ref, onTurn: (direction) => turnTo(page + direction) })

  const sheets = adjacent === undefined ? [page] : [page, adjacent]
  return (
    <section
      ref={ref}
      className="viewer-stage"
      data-wide={fitted.width > stageWidth || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      aria-label="Page"
      aria-busy={rendered !== page}
    >
      {ready ? (
        <div ref={paper} className="viewer-paper" style={fitted}>
          {sheets.map((number) => (
            <PageSheet
              key={number}
              number={number}
              stageWidth={stageWidth}
              failed={number === page && failed}
              onRendered={() => setRendered(number)}
            />
          ))}
          {rendered !== page && failure && <PageError reason={failure} onRetry={failure === 'refused' ? reopen : retryFetch} />}
        </div>
      ) : (
        <Loading fetchState={fetchState} />
      )}
    </section>
  )
}

/** The stage's width inside its padding; 0 until it is measured. */
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

/** The next page in the direction of reading, to be rendered ahead once the reader pauses. */
function useAdjacentPage({ page, total, ready }: { page: number; total: number; ready: boolean }): number | undefined {
  const [adjacent, setAdjacent] = useState<number>()
  const lastPage = useRef(page)
  const direction = useRef(1)

  useEffect(() => {
    if (lastPage.current !== page) direction.current = page < lastPage.current ? -1 : 1
    lastPage.current = page
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (!ready || connection?.saveData) return
    const next = page + direction.current
    const timer = setTimeout(() => setAdjacent(next), RENDER_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [page, ready])

  const isUsable = ready || adjacent === page
  return isUsable && adjacent !== undefined && Math.abs(adjacent - page) === 1 && adjacent >= 1 && adjacent <= total ? adjacent : undefined
}
