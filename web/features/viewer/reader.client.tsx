import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { Document } from 'react-pdf'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'
import { answerPassword } from './answer-password.ts'
import { Book } from './book.tsx'
import type { Preview } from './document-viewer.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Loading } from './loading.tsx'
import { clampPage } from './page-fit.ts'
import { usePdfSession } from './use-pdf-session.ts'
import { useWatchdog } from './use-watchdog.ts'

/** Opens a document and shows it; a new attempt is a new reader. */
export function Reader({
  pdfUrl,
  bookId,
  downloadable,
  renewUrl,
  preview,
  page,
  onPage,
  onReopen,
}: {
  pdfUrl: string
  bookId: string
  downloadable: boolean
  renewUrl: (() => Promise<string>) | undefined
  preview: Preview | undefined
  page: number
  onPage: (page: number) => void
  onReopen: () => void
}) {
  const [failed, setFailed] = useState(false)
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const fail = () => setFailed(true)
  const { file, options, state, retry } = usePdfSession({ pdfUrl, renewUrl, onFailed: fail })
  const alive = useWatchdog({ waiting: !pdf && !failed && !state.trouble, sign: state.received, onSilent: fail })
  const total = pdf?.numPages ?? 0
  const turnTo = (next: number) => onPage(clampPage(next, total))
  const blocked = !pdf && state.trouble !== undefined && state.trouble !== 'offline'

  useEffect(() => {
    if (pdf && page > pdf.numPages) onPage(pdf.numPages)
  }, [pdf, page, onPage])

  if (failed || blocked) return <LoadFailure onRetry={onReopen} />
  const loading = <Loading fetched={state} whole={!file} />
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
      onLoadError={fail}
      onSourceError={fail}
      onItemClick={({ pageNumber }) => turnTo(pageNumber)}
      onPassword={(answer, reason) => {
        answerPassword(answer, reason)
        alive()
      }}
    >
      {pdf && (
        <Book
          pdf={pdf}
          bookId={bookId}
          page={clampPage(page, total)}
          onPage={turnTo}
          fetched={state}
          onRetryFetch={retry}
          onReopen={onReopen}
          downloadUrl={downloadable ? pdfUrl : undefined}
          preview={preview}
        />
      )}
    </Document>
  )
}
