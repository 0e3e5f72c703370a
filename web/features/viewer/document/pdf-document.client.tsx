import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactNode, useEffect, useState } from 'react'
import { Document } from 'react-pdf'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'
import { clampPage } from '#web/features/viewer/page/page-fit.ts'
import { PagedDocument, type ViewedBook } from '#web/features/viewer/page/paged-document.tsx'
import { answerPassword } from './answer-password.ts'
import { LoadFailure } from './load-failure.tsx'
import type { FetchState } from './range-responses.ts'
import { type DocumentSession, usePdfFile } from './use-pdf-file.ts'
import { useWatchdog } from './use-watchdog.ts'

/** Opens the document of a session and shows it. Only this module imports pdf.js. */
export function Reader({
  session,
  fetchState,
  loading,
  book,
  page,
  onPage,
  onFailed,
  onReopen,
}: {
  session: DocumentSession
  fetchState: FetchState
  loading: ReactNode
  book: ViewedBook
  page: number
  onPage: (page: number) => void
  onFailed: () => void
  onReopen: () => void
}) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const { file, options } = usePdfFile(session)
  const noteActivity = useWatchdog({ waiting: !pdf && !fetchState.failure, activity: fetchState.received, onTimeout: onFailed })

  useEffect(() => {
    if (pdf && page > pdf.numPages) onPage(pdf.numPages)
  }, [pdf, page, onPage])

  // There is no page yet that could show the failure.
  if (!pdf && fetchState.failure && fetchState.failure !== 'offline') return <LoadFailure onRetry={onReopen} />
  if (!file) return loading
  return (
    <Document
      className="viewer-document"
      file={file}
      options={options}
      suspense={false}
      loading={loading}
      error={null}
      externalLinkRel="noopener noreferrer nofollow"
      externalLinkTarget="_blank"
      onLoadSuccess={setPdf}
      onLoadError={onFailed}
      onSourceError={onFailed}
      // react-pdf only ever calls the first function it receives, with pages of this document.
      onItemClick={({ pageNumber }) => onPage(pageNumber)}
      onPassword={(answer, reason) => {
        answerPassword(answer, reason)
        noteActivity()
      }}
    >
      {pdf && (
        <PagedDocument
          pdf={pdf}
          book={book}
          page={clampPage(page, pdf.numPages)}
          onPage={onPage}
          fetchState={fetchState}
          onRetryFetch={session.fetcher.retry}
          onReopen={onReopen}
        />
      )}
    </Document>
  )
}
