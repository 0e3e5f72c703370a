import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useRef, useState } from 'react'
import { ContinueOffer } from './continue-offer.tsx'
import { Controls } from './controls.tsx'
import type { Preview } from './document-viewer.tsx'
import { clampZoom, stepZoom } from './page-fit.ts'
import { PageStage } from './page-stage.tsx'
import { PreviewEnd } from './preview-end.tsx'
import type { FetchState } from './range-answers.ts'
import { usePageKeys } from './use-page-keys.ts'
import { useReadingPosition } from './use-reading-position.ts'

/** An open document: the page on its stage, and what moves it. */
export function Book({
  pdf,
  bookId,
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
  page: number
  onPage: (page: number) => void
  fetched: FetchState
  onRetryFetch: (() => void) | undefined
  onReopen: () => void
  downloadUrl: string | undefined
  preview: Preview | undefined
}) {
  const [zoom, setZoom] = useState(1)
  const [asking, setAsking] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const total = pdf.numPages
  const position = useReadingPosition({ book: bookId, page, total })

  function turnTo(next: number, from: 'top' | 'bottom' = 'top') {
    if (next < 1 || next > total || next === page) return
    onPage(next)
    if (fetched.trouble) onRetryFetch?.()
    // At the first and the last page a button goes dead under the finger, and would take the keyboard with it.
    if (next === 1 || next === total) stage.current?.focus({ preventScroll: true })
    stage.current?.scrollTo({ top: from === 'top' ? 0 : stage.current.scrollHeight })
  }

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
      {position.offer !== undefined && <ContinueOffer page={position.offer} onContinue={turnTo} onDismiss={position.dismiss} />}
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
        downloadUrl={downloadUrl}
      />
    </>
  )
}
