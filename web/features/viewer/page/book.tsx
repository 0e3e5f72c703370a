import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ContinueReading } from '#web/features/viewer/controls/continue-reading.tsx'
import { Controls } from '#web/features/viewer/controls/controls.tsx'
import type { Preview } from '#web/features/viewer/controls/preview.ts'
import { PreviewEnd } from '#web/features/viewer/controls/preview-end.tsx'
import { useReadingPosition } from '#web/features/viewer/controls/use-reading-position.ts'
import type { FetchState } from '#web/features/viewer/document/range-responses.ts'
import { usePageKeys } from '#web/features/viewer/gestures/use-page-keys.ts'
import { clampZoom, stepZoom } from './page-fit.ts'
import { PageStage } from './page-stage.tsx'

/** An open document: the page on its stage, and what moves it. */
export function Book({
  pdf,
  bookId,
  title,
  page,
  onPage,
  fetched,
  onRetryFetch,
  onReopen,
  downloadUrl,
  preview,
}: {
  pdf: PDFDocumentProxy
  bookId: string
  title: string
  page: number
  onPage: (page: number) => void
  fetched: FetchState
  onRetryFetch: () => void
  onReopen: () => void
  downloadUrl: string | undefined
  preview: Preview | undefined
}) {
  const [zoom, setZoom] = useState(1)
  const [asking, setAsking] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const total = pdf.numPages
  const position = useReadingPosition({ book: bookId, page, total })

  const arriving = useRef<'top' | 'bottom'>('top')

  function turnTo(next: number, at: 'top' | 'bottom' = 'top') {
    if (next < 1 || next > total || next === page) return
    arriving.current = at
    onPage(next)
  }

  const retryFetch = useEffectEvent(() => fetched.failure && onRetryFetch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turned page is the reason
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    element.scrollTo({ top: arriving.current === 'top' ? 0 : element.scrollHeight })
    arriving.current = 'top'
    // At the first and the last page a button goes dead under the finger, and would take the keyboard with it.
    if (document.activeElement?.matches('button:disabled') || document.activeElement === document.body)
      element.focus({ preventScroll: true })
    retryFetch()
  }, [page])

  const zoomBy = (direction: 1 | -1) => setZoom((now) => stepZoom(now, direction))
  usePageKeys({ stage, page, total, onPage: turnTo, onZoom: zoomBy, onFit: () => setZoom(1), onAsk: () => setAsking(true) })

  return (
    <>
      <PageStage
        ref={stage}
        pdf={pdf}
        page={page}
        zoom={zoom}
        onZoom={(next) => setZoom(clampZoom(next))}
        onPage={turnTo}
        fetched={fetched}
        onRetryFetch={onRetryFetch}
        onReopen={onReopen}
      />
      {position.offer !== undefined && <ContinueReading page={position.offer} onContinue={turnTo} onDismiss={position.dismiss} />}
      {preview && page === total && (
        <PreviewEnd pages={total} totalPages={preview.totalPages}>
          {preview.offer}
        </PreviewEnd>
      )}
      <Controls
        page={page}
        total={total}
        onPage={turnTo}
        asking={asking}
        onAsking={setAsking}
        zoom={zoom}
        onZoom={zoomBy}
        onFit={() => setZoom(1)}
        title={title}
        downloadUrl={downloadUrl}
      />
    </>
  )
}
