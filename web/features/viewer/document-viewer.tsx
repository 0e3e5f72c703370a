import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type Ref, useRef, useState } from 'react'
import { isFree } from '#contracts/price.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import type { ViewedBook } from './page/viewed-book.ts'
import { Reader } from './reader.tsx'
import './viewer.css'

/**
 * A document over the current page, one page at a time. `bookId` names the book where it is counted, and its reading position; `renewUrl` returns a new URL when
 * a signed one has expired, and `startPage` is the page at which it opens. This module is small: pdf.js is loaded separately.
 */
export function DocumentViewer({
  pdfUrl,
  price,
  onClose,
  title = 'Document',
  bookId,
  startPage = 1,
  renewUrl,
  preview,
  startReading = false,
  playerSlot,
}: {
  pdfUrl: string
  price?: number | undefined
  onClose: () => void
  title?: string | undefined
  bookId?: string | undefined
  startPage?: number | undefined
  renewUrl?: (() => Promise<string>) | undefined
  preview?: ViewedBook['preview']
  /** Begins with the flowing text, where there is some, without changing what the visitor chose */
  startReading?: boolean | undefined
  /** Receives the element in the header where the button of a playing episode goes */
  playerSlot?: Ref<HTMLElement> | undefined
}) {
  const [page, setPage] = useState(startPage)
  const [toolsSlot, setToolsSlot] = useState<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<Element>(null)
  useBackCloses(true, onClose)
  const positionKey = bookId ? (preview ? `${bookId}-preview` : bookId) : pdfUrl.replace(/[?#].*$/, '')

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
          // In the page number's field and in the contents Escape closes only these.
          onEscapeKeyDown={(event) =>
            event.target instanceof Element && event.target.closest('input, [data-own-keys]') && event.preventDefault()
          }
          onInteractOutside={(event) => event.preventDefault()}
        >
          <header className="viewer-head">
            <Dialog.Title className="viewer-title">{title}</Dialog.Title>
            {preview && <span className="viewer-note">Preview</span>}
            <span ref={playerSlot} className="contents" />
            <span ref={setToolsSlot} className="contents" />
            <Dialog.Close className="viewer-button" aria-label="Close" title="Close">
              <X aria-hidden />
            </Dialog.Close>
          </header>
          <Reader
            pdfUrl={pdfUrl}
            renewUrl={renewUrl}
            book={{ id: bookId, position: positionKey, title, preview, downloadUrl: isFree(price) ? pdfUrl : undefined }}
            toolsSlot={toolsSlot}
            startReading={startReading}
            page={page}
            onPage={setPage}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
