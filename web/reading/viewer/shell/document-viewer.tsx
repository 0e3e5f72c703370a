import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { isFree } from '#contracts/shop/price.ts'
import { classNames } from '#web/lib/class-names.ts'
import { describeFile } from '#web/lib/document-file.ts'
import { previewKey, takePreviewPlace } from '#web/lib/places/book-places.ts'
import { useLazyModule } from '#web/lib/use-lazy-module.ts'
import { knownPlace } from '#web/reading/viewer/book/editions/known-place.ts'
import { FirstPage } from '#web/reading/viewer/book/first-page.ts'
import { LoadFailure } from '#web/reading/viewer/book/messages.tsx'
import { readSettings } from '#web/reading/viewer/book/reading-settings.ts'
import type { ViewedBook } from '#web/reading/viewer/book/viewer-context.ts'
import { useKeptFocus } from '#web/reading/viewer/input/use-kept-focus.ts'
import { Modal } from '#web/ui/modal.tsx'
import { FirstPicture } from './first-picture.tsx'
import './viewer.css'

/** Maximum time that loading the reader waits for the first page image, in ms. */
const PICTURE_MS = 2000
let isLoaded = false

/**
 * Dialog that displays a document over the current page. `bookId` identifies the book for usage counts and its reading position. `renewUrl`
 * returns a new URL after a signed URL has expired. The document opens on page 1, or where the visitor stopped if they chose the reading view
 * or come from the book's preview; `startPage` and `atPlace` override this. This module is small and displays the first page image on its
 * own; the reader and pdf.js are loaded separately. The file may have any readable format; `pdfUrl` has the name in the specification.
 */
export function DocumentViewer({
  pdfUrl: url,
  price,
  pdfBytes,
  onClose,
  title = 'Document',
  language,
  bookId,
  startPage: wantedPage,
  atPlace = false,
  renewUrl,
  preview,
  shared,
  wordTools = {},
  startReading = false,
  playerSlot,
}: {
  pdfUrl: string
  price?: number
  /** Size of the file in bytes */
  pdfBytes?: number
  onClose: () => void
  title?: string
  /** Language of the document, if it is known without the document */
  language?: string | null
  bookId?: string
  startPage?: number | undefined
  /** Whether to open the document where the visitor stopped, in the page view too */
  atPlace?: boolean | undefined
  renewUrl?: () => Promise<string>
  preview?: ViewedBook['preview']
  shared?: ViewedBook['shared']
  wordTools?: ViewedBook['wordTools']
  /** Whether to open a document with reflowable text in the reading view; the visitor's setting is unchanged */
  startReading?: boolean
  /** Receives the header element for the play button of the current episode */
  playerSlot?: Ref<HTMLElement>
}) {
  const positionKey = bookId ? (preview ? previewKey(bookId) : bookId) : (url.split(/[?#]/, 1)[0] ?? '')
  const [file] = useState(() => describeFile(url))
  const { edition, hasPages } = file
  const [resumes] = useState(
    () => wantedPage === undefined && isResumed({ bookId, preview, isAsked: atPlace || startReading || !hasPages }),
  )
  const [resumed] = useState(() => (resumes ? knownPlace({ position: positionKey, edition })?.place?.page : undefined))
  const startPage = wantedPage ?? resumed ?? 1
  const [page, setPage] = useState(startPage)
  const [total, setTotal] = useState<number>()
  const download = isFree(price) ? { url, label: file.label, bytes: pdfBytes } : undefined
  const [toolsSlot, setToolsSlot] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const head = useRef<HTMLElement>(null)
  useKeptFocus(head)
  const { first, started } = useFirstPage(url, { isServed: edition !== undefined && hasPages, startPage })
  const reader = useLazyModule(() => loadReader(started.current?.picture), bookId && !preview ? { kind: 'book', id: bookId } : undefined)

  return (
    // The dialog receives the focus instead of the close button, since the space bar and arrow keys control the page.
    <Modal
      focusSheet
      overlay=""
      className={classNames('viewer on-dark', preview && 'viewer-of-preview')}
      aria-labelledby={titleId}
      onKeyDown={keepEscape}
      onClose={onClose}
    >
      <header ref={head} className="viewer-head">
        <h2 id={titleId} lang={language ?? undefined} className="viewer-title">
          {title}
        </h2>
        {preview && <span className="viewer-note">Preview</span>}
        <span ref={playerSlot} className="viewer-player" />
        <span ref={setToolsSlot} className="contents" />
        <button type="button" className="viewer-button" aria-label="Close" title="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      {reader.failed && <LoadFailure onRetry={reader.retry} />}
      {reader.module ? (
        <reader.module.Reader
          url={url}
          file={file}
          renewUrl={renewUrl}
          first={first}
          book={{
            id: bookId,
            position: positionKey,
            edition,
            title,
            language: language ?? undefined,
            preview,
            shared,
            wordTools,
            download,
          }}
          toolsSlot={toolsSlot}
          startReading={startReading}
          page={page}
          onPage={setPage}
          onTotal={setTotal}
          resumes={resumes}
        />
      ) : (
        !reader.failed && <FirstPicture first={first} ways={{ download }} />
      )}
      {preview && <PreviewBar preview={preview} pages={total} />}
    </Modal>
  )
}

/** Bar below a preview with its size and the offer of the whole book, in both views and while the preview is loading. */
function PreviewBar({ preview: { totalPages, offer }, pages }: { preview: NonNullable<ViewedBook['preview']>; pages: number | undefined }) {
  const size = pages && totalPages > pages ? `First ${pages} of ${totalPages} pages` : 'Preview'
  return (
    <section className="viewer-buy" aria-label="Preview">
      <p>{size}</p>
      {offer}
    </section>
  )
}

/** Returns whether the document opens at the stored place: if that was asked for, in the reading view, and after the preview of the book. */
function isResumed({ bookId, preview, isAsked }: { bookId: string | undefined; preview: ViewedBook['preview']; isAsked: boolean }) {
  const fromPreview = bookId && !preview ? takePreviewPlace(bookId) : undefined
  return fromPreview !== undefined || isAsked || readSettings().view === 'text'
}

/** Starts the requests for the first page. `started` is set before the state update is rendered. */
function useFirstPage(url: string, { isServed, startPage }: { isServed: boolean; startPage: number }) {
  const [first, setFirst] = useState<FirstPage>()
  const started = useRef<FirstPage>(undefined)
  useEffect(() => {
    if (!isServed) return
    const page = new FirstPage(url, startPage)
    started.current = page
    setFirst(page)
    return () => page.close()
  }, [url, isServed, startPage])
  return { first, started }
}

/** Loads the reader, without pdf.js. The first time, waits for a page image in flight so that both don't compete for bandwidth. */
async function loadReader(picture: Promise<unknown> | undefined) {
  if (!isLoaded && picture) await Promise.race([picture, new Promise((resolve) => setTimeout(resolve, PICTURE_MS))])
  const module = await import('./reader.tsx')
  isLoaded = true
  return module
}

/** Prevents Escape from closing the viewer while an input field has the focus or a panel is open. Outside a field, Escape closes the panel. */
function keepEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const inField = event.target instanceof Element && event.target.closest('input, [data-own-keys]')
  const close = inField ? undefined : event.currentTarget.querySelector<HTMLElement>('[data-closes-panel]')
  if (inField || close) event.preventDefault()
  close?.click()
}
