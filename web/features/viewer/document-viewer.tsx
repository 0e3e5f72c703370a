import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { Component, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { isFree } from '#contracts/price.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { LoadFailure, Loading } from './document/messages.tsx'
import { useDocumentSession } from './document/use-document-session.ts'
import type { ViewedBook } from './page/paged-document.tsx'
import './viewer.css'

/**
 * A document over the current page, one page at a time. `bookId` names the book where it is counted, and its reading position; `renewUrl` returns a new URL when
 * a signed one has expired. This module is small: pdf.js is loaded separately.
 */
export function DocumentViewer({
  pdfUrl,
  price,
  onClose,
  title = 'Document',
  bookId,
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
  preview?: ViewedBook['preview']
  /** Receives the element in the header where the button of a playing episode goes */
  playerSlot?: Ref<HTMLElement> | undefined
}) {
  const [page, setPage] = useState(1)
  const content = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<Element>(null)
  const { attempt, session, fetchState, failed, fail, reopen } = useDocumentSession(pdfUrl, renewUrl)
  useBackCloses(true, onClose)
  const { Reader } = attempt
  const positionKey = bookId ? (preview ? `${bookId}-preview` : bookId) : pdfUrl.replace(/[?#].*$/, '')
  const failure = <LoadFailure onRetry={reopen} />
  const loading = <Loading fetchState={fetchState} />

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          className="viewer on-dark"
          aria-describedby={undefined}
          // Not the close button: space and the arrow keys are for the page.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            previousFocus.current = document.activeElement
            content.current?.focus()
          }}
          // Radix restores the focus only to its own triggers.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
          }}
          // In the page number's field Escape closes only the field.
          onEscapeKeyDown={(event) => event.target instanceof HTMLInputElement && event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <header className="viewer-head">
            <Dialog.Title className="viewer-title">{title}</Dialog.Title>
            {preview && <span className="viewer-note">Preview</span>}
            <span ref={playerSlot} className="contents" />
            <Dialog.Close className="viewer-button" aria-label="Close" title="Close">
              <X aria-hidden />
            </Dialog.Close>
          </header>
          {failed && failure}
          {!failed && !session && loading}
          {!failed && session && (
            <ReaderBoundary key={attempt.number} fallback={failure}>
              <Suspense fallback={loading}>
                <Reader
                  session={session}
                  fetchState={fetchState}
                  loading={loading}
                  book={{ id: bookId, position: positionKey, title, preview, downloadUrl: isFree(price) ? pdfUrl : undefined }}
                  page={page}
                  onPage={setPage}
                  onFailed={fail}
                  reopen={reopen}
                />
              </Suspense>
            </ReaderBoundary>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Catches errors of the reader, and of loading its code, inside the viewer. */
class ReaderBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
