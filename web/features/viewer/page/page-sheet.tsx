import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import { Loading } from '#web/features/viewer/document/loading.tsx'
import { MAX_CANVAS_PIXELS } from '#web/features/viewer/document/pdf-options.ts'
import type { FetchState } from '#web/features/viewer/document/range-responses.ts'
import { useWatchdog } from '#web/features/viewer/document/use-watchdog.ts'
import { PageError } from './page-error.tsx'
import { canvasRatio, fitPage } from './page-fit.ts'
import { labelLinks, onlySafeLinks } from './page-links.ts'
import { usePageSize } from './use-page-size.ts'

/** One page. When its width changes, what was drawn stays, stretched, until it is drawn anew. */
export function PageSheet({
  pdf,
  page,
  current,
  stageWidth,
  zoom,
  fetched,
  failed,
  onDrawn,
  onReopen,
}: {
  pdf: PDFDocumentProxy
  page: number
  current: boolean
  stageWidth: number
  zoom: number
  fetched: FetchState
  failed: boolean
  onDrawn: () => void
  onReopen: () => void
}) {
  const sheet = useRef<HTMLDivElement>(null)
  const { size } = usePageSize(pdf, page)
  const { width, height } = fitPage(size, stageWidth, zoom)
  const [drawn, setDrawn] = useState<number>()
  const [broken, setBroken] = useState<'drawing' | 'silent'>()
  const [attempt, setAttempt] = useState(0)
  const tell = useEffectEvent(onDrawn)
  const ready = drawn !== undefined
  useWatchdog({
    waiting: current && !ready && !broken && !fetched.failure,
    sign: fetched.received,
    onSilent: () => setBroken('silent'),
  })
  useEffect(() => {
    if (current && ready) tell()
  }, [current, ready])

  if (broken || failed) {
    // A worker that fell silent stays so: the document is opened anew, with another one.
    const again = () => {
      setBroken(undefined)
      setAttempt((count) => count + 1)
    }
    return current && <PageError trouble="broken" onRetry={broken === 'drawing' ? again : onReopen} />
  }
  const widths = drawn === undefined || drawn === width ? [width] : [drawn, width]
  return (
    <div ref={sheet} className="viewer-sheet" data-waiting={!current || undefined}>
      {widths.map((each) => (
        <div
          key={`${each} ${attempt}`}
          className="viewer-layer"
          data-drawn={each === drawn || undefined}
          style={each === width ? undefined : { transform: `scale(${width / each})` }}
        >
          <Page
            pageNumber={page}
            width={each}
            devicePixelRatio={canvasRatio({ width: each, height: (height * each) / width }, devicePixelRatio, MAX_CANVAS_PIXELS)}
            renderTextLayer={current}
            renderAnnotationLayer={current}
            filterAnnotations={onlySafeLinks}
            loading={null}
            error={null}
            onRenderSuccess={() => setDrawn(each)}
            onRenderError={() => setBroken('drawing')}
            onLoadError={() => setBroken('drawing')}
            onRenderAnnotationLayerSuccess={() => labelLinks(sheet.current)}
          />
        </div>
      ))}
      {current && !ready && !fetched.failure && <Loading />}
    </div>
  )
}
