import { type RefObject, useRef, useState } from 'react'
import { Loading } from '#web/features/viewer/document/loading.tsx'
import { usePinch } from '#web/features/viewer/gestures/use-pinch.ts'
import { useSwipe } from '#web/features/viewer/gestures/use-swipe.ts'
import { useZoomAnchor } from '#web/features/viewer/gestures/use-zoom-anchor.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import { PageError } from './page-error.tsx'
import { fitPage } from './page-fit.ts'
import { PageSheet } from './page-sheet.tsx'
import { useAdjacentPage } from './use-adjacent-page.ts'
import { usePageSize } from './use-page-size.ts'
import { useStageWidth } from './use-stage-width.ts'

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
  const anchor = useZoomAnchor(ref, page, ready ? fitted.width : 0)
  usePinch({ stage: ref, paper, zoom, onZoom: setZoom, anchor })
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
