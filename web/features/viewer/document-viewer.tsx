import { type Ref, Suspense, useState } from 'react'
import { isFree } from '#contracts/price.ts'
import type { Preview } from './controls/preview-end.tsx'
import { LoadFailure } from './document/load-failure.tsx'
import { Loading } from './document/loading.tsx'
import { ReaderBoundary } from './document/reader-boundary.tsx'
import { useDocumentSession } from './document/use-document-session.ts'
import { ViewerDialog } from './viewer-frame.tsx'

/**
 * A document over the current page, one page at a time. `bookId` is the key of its reading position; `renewUrl` returns a new URL when
 * a signed one has expired. This module is small: pdf.js is loaded separately.
 */
export function DocumentViewer({
  pdfUrl,
  price,
  onClose,
  title = 'Document',
  bookId = pdfUrl.replace(/[?#].*$/, ''),
  renewUrl,
  preview,
  playerSlot,
}: {
  pdfUrl: string
  price?: number | undefined
  onClose: () => void
  title?: string | undefined
  bookId?: string | undefined
  renewUrl?: (() => Promise<string>) | undefined
  preview?: Preview | undefined
  /** Receives the element in the header where the button of a playing episode goes */
  playerSlot?: Ref<HTMLElement> | undefined
}) {
  const [page, setPage] = useState(1)
  const { attempt, session, fetchState, failed, fail, reopen } = useDocumentSession(pdfUrl, renewUrl)
  const { Reader } = attempt
  const failure = <LoadFailure onRetry={reopen} />
  const loading = <Loading fetchState={fetchState} />

  return (
    <ViewerDialog title={title} note={preview && 'Preview'} playerSlot={playerSlot} onClose={onClose}>
      {failed && failure}
      {!failed && !session && loading}
      {!failed && session && (
        <ReaderBoundary key={attempt.number} fallback={failure}>
          <Suspense fallback={loading}>
            <Reader
              session={session}
              fetchState={fetchState}
              loading={loading}
              book={{ id: bookId, title, preview, downloadUrl: isFree(price) ? pdfUrl : undefined }}
              page={page}
              onPage={setPage}
              onFailed={fail}
              onReopen={reopen}
            />
          </Suspense>
        </ReaderBoundary>
      )}
    </ViewerDialog>
  )
}
