import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { loadReader } from './load-reader.ts'
import { Loading } from './loading.tsx'
import { ReaderBoundary } from './reader-boundary.tsx'
import { ViewerDialog } from './viewer-dialog.tsx'

/** What ends an excerpt: how long the whole is, and how to get it. */
export type Preview = { totalPages: number; offer: ReactNode }

/**
 * A document over the current page, one page at a time. `bookId` is the key under which the page is remembered, `renewUrl` answers
 * a fresh address when a signed one has expired. The document's own part arrives by itself: this module is light.
 */
export function DocumentViewer({
  pdfUrl,
  price,
  onClose,
  title = 'Document',
  bookId,
  renewUrl,
  preview,
}: {
  pdfUrl: string
  price?: number | undefined
  onClose: () => void
  title?: string
  bookId?: string | undefined
  renewUrl?: (() => Promise<string>) | undefined
  preview?: Preview | undefined
}) {
  const [page, setPage] = useState(1)
  const [attempt, setAttempt] = useState(0)
  // A lazy component remembers its failure, so every attempt has its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is the reason
  const Reader = useMemo(() => lazy(async () => ({ default: (await loadReader()).Reader })), [attempt])
  const retry = () => setAttempt((count) => count + 1)

  return (
    <ViewerDialog title={title} note={preview && 'Preview'} onClose={onClose}>
      <ReaderBoundary key={attempt} fallback={<LoadFailure onRetry={retry} />}>
        <Suspense fallback={<Loading />}>
          <Reader
            pdfUrl={pdfUrl}
            bookId={bookId ?? pdfUrl.replace(/[?#].*$/, '')}
            downloadable={price === undefined || price <= 0}
            renewUrl={renewUrl}
            preview={preview}
            page={page}
            onPage={setPage}
            onReopen={retry}
          />
        </Suspense>
      </ReaderBoundary>
    </ViewerDialog>
  )
}
