import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ContinueReading } from '#web/features/viewer/controls/continue-reading.tsx'
import { Controls } from '#web/features/viewer/controls/controls.tsx'
import { type Preview, PreviewEnd } from '#web/features/viewer/controls/preview-end.tsx'
import { useReadingPosition } from '#web/features/viewer/controls/use-reading-position.ts'
import type { FetchState } from '#web/features/viewer/document/range-responses.ts'
import { usePageKeys } from '#web/features/viewer/gestures/use-page-keys.ts'
import { type TurnTo, ViewerContext } from '#web/features/viewer/viewer-context.ts'
import { clampZoom } from './page-fit.ts'
import { PageStage } from './page-stage.tsx'

/** The book in the viewer: the key of its reading position, its title, and where it is free its file. */
export type ViewedBook = { id: string; title: string; downloadUrl: string | undefined; preview: Preview | undefined }

/** An open document, one page at a time. */
export function PagedDocument({
  pdf,
  book,
  page,
  onPage,
  fetchState,
  onRetryFetch,
  onReopen,
}: {
  pdf: PDFDocumentProxy
  book: ViewedBook
  page: number
  onPage: (page: number) => void
  fetchState: FetchState
  onRetryFetch: () => void
  onReopen: () => void
}) {
  const [zoom, setZoom] = useState(1)
  const [asking, setAsking] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const total = pdf.numPages
  const position = useReadingPosition({ book: book.id, page, total })
  const opensAt = useRef<'top' | 'bottom'>('top')

  const turnTo: TurnTo = (next, at = 'top') => {
    if (next < 1 || next > total || next === page) return
    opensAt.current = at
    onPage(next)
  }

  const retryFetch = useEffectEvent(() => fetchState.failure && onRetryFetch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is turned
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    element.scrollTo({ top: opensAt.current === 'top' ? 0 : element.scrollHeight })
    opensAt.current = 'top'
    // A button that is disabled at the first or last page would lose the focus, and the keys with it.
    if (document.activeElement?.matches('button:disabled') || document.activeElement === document.body)
      element.focus({ preventScroll: true })
    retryFetch()
  }, [page])

  const viewer = {
    pdf,
    page,
    total,
    turnTo,
    zoom,
    setZoom: (next: number) => setZoom(clampZoom(next)),
    fetchState,
    retryFetch: onRetryFetch,
    reopen: onReopen,
  }
  usePageKeys({ stage, viewer, onGoToPage: () => setAsking(true) })

  return (
    <ViewerContext value={viewer}>
      <PageStage ref={stage} />
      {position.offer !== undefined && <ContinueReading page={position.offer} onDismiss={position.dismiss} />}
      {book.preview && page === total && <PreviewEnd pages={total} preview={book.preview} />}
      <Controls asking={asking} onAsking={setAsking} title={book.title} downloadUrl={book.downloadUrl} />
    </ViewerContext>
  )
}
