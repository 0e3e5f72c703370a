import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useRef, useState } from 'react'
import { Loading } from '#web/features/viewer/document/loading.tsx'
import type { FetchState } from '#web/features/viewer/document/range-responses.ts'
import { usePinch } from '#web/features/viewer/gestures/use-pinch.ts'
import { useSwipe } from '#web/features/viewer/gestures/use-swipe.ts'
import { useZoomAnchor } from '#web/features/viewer/gestures/use-zoom-anchor.ts'
import { PageError } from './page-error.tsx'
import { fitPage } from './page-fit.ts'
import { PageSheet } from './page-sheet.tsx'
import { useAdjacentPage } from './use-adjacent-page.ts'
import { usePageSize } from './use-page-size.ts'
import { useStageWidth } from './use-stage-width.ts'

/** Where a page lies, scrolls when it is larger, and is turned and zoomed by touch. The next page waits unseen beside it. */
export function PageStage({
  ref,
  pdf,
  page,
  zoom,
  onZoom,
  onPage,
  fetched,
  onRetryFetch,
  onReopen,
}: {
  ref: RefObject<HTMLDivElement | null>
  pdf: PDFDocumentProxy
  page: number
  zoom: number
  onZoom: (zoom: number) => void
  onPage: (page: number) => void
  fetched: FetchState
  onRetryFetch: () => void
  onReopen: () => void
}) {
  const paper = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<number>()
  const stageWidth = useStageWidth(ref)
  const { size, guessed, failed } = usePageSize(pdf, page)
  const fitted = fitPage(size, stageWidth, zoom)
  // Paper of a wrong size would jump.
  const ready = stageWidth > 0 && (!guessed || failed || fetched.failure !== undefined)
  const neighbour = useAdjacentPage({ page, total: pdf.numPages, ready: drawn === page && zoom === 1 && !fetched.failure })
  const anchor = useZoomAnchor(ref, page, ready ? fitted.width : 0)
  usePinch({ stage: ref, paper, zoom, onZoom, anchor })
  useSwipe({ stage: ref, onTurn: (direction) => onPage(page + direction) })

  const sheets = neighbour === undefined ? [page] : [page, neighbour]
  return (
    <section
      ref={ref}
      className="viewer-stage"
      data-wide={fitted.width > stageWidth || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      aria-label="Page"
      aria-busy={drawn !== page}
    >
      {ready ? (
        <div ref={paper} className="viewer-paper" style={fitted}>
          {sheets.map((number) => (
            <PageSheet
              key={number}
              pdf={pdf}
              page={number}
              current={number === page}
              stageWidth={stageWidth}
              zoom={zoom}
              fetched={fetched}
              failed={number === page && failed}
              onDrawn={() => setDrawn(number)}
              onReopen={onReopen}
            />
          ))}
          {drawn !== page && fetched.failure && (
            <PageError trouble={fetched.failure} onRetry={fetched.failure === 'refused' ? onReopen : onRetryFetch} />
          )}
        </div>
      ) : (
        <Loading fetched={fetched} />
      )}
    </section>
  )
}
