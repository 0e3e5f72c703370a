import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactNode, useEffect, useState } from 'react'
import { Document } from 'react-pdf'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'
import type { Preview } from '#web/features/viewer/controls/preview.ts'
import { Book } from '#web/features/viewer/page/book.tsx'
import { clampPage } from '#web/features/viewer/page/page-fit.ts'
import { answerPassword } from './answer-password.ts'
import type { DocumentSession } from './document-session.ts'
import { LoadFailure } from './load-failure.tsx'
import type { FetchState } from './range-responses.ts'
import { usePdfFile } from './use-pdf-file.ts'
import { useWatchdog } from './use-watchdog.ts'

/** Opens the document of a session and shows it. All of pdf.js hangs on this module. */
export function Reader({
  session,
  fetched,
  loading,
  pdfUrl,
  bookId,
  title,
  downloadable,
  preview,
  page,
  onPage,
  onFailed,
  onReopen,
}: {
  session: DocumentSession
  fetched: FetchState
  loading: ReactNode
  pdfUrl: string
  bookId: string
  title: string
  downloadable: boolean
  preview: Preview | undefined
  page: number
  onPage: (page: number) => void
  onFailed: () => void
  onReopen: () => void
}) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const { file, options } = usePdfFile(session)
  const giveSign = useWatchdog({ waiting: !pdf && !fetched.failure, sign: fetched.received, onSilent: onFailed })

  useEffect(() => {
    if (pdf && page > pdf.numPages) onPage(pdf.numPages)
  }, [pdf, page, onPage])

  // Before the first page there is no page to tell it on.
  if (!pdf && fetched.failure && fetched.failure !== 'offline') return <LoadFailure onRetry={onReopen} />
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
      // react-pdf calls the first function it was given for ever, and with pages of the document only.
      onItemClick={({ pageNumber }) => onPage(pageNumber)}
      onPassword={(answer, reason) => {
        answerPassword(answer, reason)
        giveSign()
      }}
    >
      {pdf && (
        <Book
          pdf={pdf}
          bookId={bookId}
          title={title}
          page={clampPage(page, pdf.numPages)}
          onPage={onPage}
          fetched={fetched}
          onRetryFetch={session.fetcher.retry}
          onReopen={onReopen}
          downloadUrl={downloadable ? pdfUrl : undefined}
          preview={preview}
        />
      )}
    </Document>
  )
}
