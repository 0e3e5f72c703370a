import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Document, PasswordResponses } from 'react-pdf'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'
import { clampPage } from '#web/features/viewer/page/page-fit.ts'
import { PagedDocument } from '#web/features/viewer/page/paged-document.tsx'
import { LoadFailure } from './messages.tsx'
import { type DocumentSession, usePdfFile } from './use-pdf-file.ts'
import { useWatchdog } from './use-watchdog.ts'

const WRONG_PASSWORD = 'Invalid password. Please try again.'

/** Opens the document of a session and shows it. Only this module imports pdf.js. */
export function Reader({
  session,
  loading,
  onFailed,
  ...shown
}: Omit<ComponentProps<typeof PagedDocument>, 'pdf' | 'retryFetch'> & {
  session: DocumentSession
  loading: ReactNode
  onFailed: () => void
}) {
  const { page, onPage, fetchState, reopen } = shown
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const { file, options } = usePdfFile(session)
  const noteActivity = useWatchdog({ waiting: !pdf && !fetchState.failure, activity: fetchState.received, onTimeout: onFailed })

  useEffect(() => {
    if (pdf && page > pdf.numPages) onPage(pdf.numPages)
  }, [pdf, page, onPage])

  // There is no page yet that could show the failure.
  if (!pdf && fetchState.failure && fetchState.failure !== 'offline') return <LoadFailure onRetry={reopen} />
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
      {pdf && <PagedDocument {...shown} pdf={pdf} page={clampPage(page, pdf.numPages)} retryFetch={session.fetcher.retry} />}
    </Document>
  )
}

/**
 * Asks for a document's password with the browser's prompt and react-pdf's messages. An empty password is not passed on, since pdf.js
 * has already tried it and would not call it wrong. A cancelled prompt passes an error: react-pdf's own prompt passes null, which pdf.js
 * takes for a password, and asks again forever.
 */
function answerPassword(answer: (password: string | null) => void, reason: number): void {
  let password = prompt(reason === PasswordResponses.INCORRECT_PASSWORD ? WRONG_PASSWORD : 'Enter the password to open this PDF file.')
  while (password === '') password = prompt(WRONG_PASSWORD)
  if (password === null) (answer as (reason: unknown) => void)(new Error('No password given'))
  else answer(password)
}
