import { type Ref, useState } from 'react'
import type { Preview } from './controls/preview.ts'
import { LoadFailure } from './document/load-failure.tsx'
import { Opening } from './document/opening.tsx'
import { ReaderBoundary } from './document/reader-boundary.tsx'
import { ViewerDialog } from './viewer-dialog.tsx'

/**
 * A document over the current page, one page at a time. `bookId` is the key under which the page is remembered, `renewUrl` answers
 * a fresh address when a signed one has expired. This module is light; pdf.js arrives by itself.
 */
export function DocumentViewer({
  pdfUrl,
  price,
  onClose,
  title = 'Document',
  bookId,
  renewUrl,
  preview,
  soundSlot,
}: {
  pdfUrl: string
  price?: number | undefined
  onClose: () => void
  title?: string | undefined
  bookId?: string | undefined
  renewUrl?: (() => Promise<string>) | undefined
  preview?: Preview | undefined
  /** Holds a place in the head for the control of what plays meanwhile */
  soundSlot?: Ref<HTMLElement> | undefined
}) {
  const [page, setPage] = useState(1)
  const [attempt, setAttempt] = useState(0)
  const reopen = () => setAttempt((count) => count + 1)

  return (
    <ViewerDialog title={title} note={preview && 'Preview'} soundSlot={soundSlot} onClose={onClose}>
      <ReaderBoundary key={attempt} fallback={<LoadFailure onRetry={reopen} />}>
        <Opening
          pdfUrl={pdfUrl}
          bookId={bookId ?? pdfUrl.replace(/[?#].*$/, '')}
          title={title}
          downloadable={price === undefined || price <= 0}
          renewUrl={renewUrl}
          preview={preview}
          page={page}
          onPage={setPage}
          onReopen={reopen}
        />
      </ReaderBoundary>
    </ViewerDialog>
  )
}
