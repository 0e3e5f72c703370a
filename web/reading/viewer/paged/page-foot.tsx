import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { downloadName } from '#contracts/common/download-name.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { findPage } from '#web/reading/viewer/book/page-source.ts'
import type { ViewedBook } from '#web/reading/viewer/book/viewed-book.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { stepZoom } from './page-fit.ts'

/** Footer with previous and next, the page number, the zoom, and a download link if the file is free. */
export function Controls({ book }: { book: ViewedBook }) {
  const { page, total, turnTo } = useViewer()
  return (
    <footer className="viewer-foot">
      <div className="viewer-turn">
        <button type="button" className="viewer-button" disabled={page <= 1} onClick={() => turnTo(page - 1)}>
          <ChevronLeft aria-hidden />
          Previous
        </button>
        <PageNumber />
        <button type="button" className="viewer-button" disabled={page >= total} onClick={() => turnTo(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </button>
        <UnfoldButton />
      </div>
      <div className="viewer-more">
        <DownloadLink book={book} />
        <ZoomButtons />
      </div>
    </footer>
  )
}

/** Button for windows of little height that unfolds the header and the rest of the footer, which are folded to leave room for the page. */
export function UnfoldButton() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.closest('.viewer')?.toggleAttribute('data-unfolded', isOpen)
  }, [isOpen])
  return (
    <button
      ref={button}
      type="button"
      className="viewer-button viewer-unfold"
      aria-label="More controls"
      title="More controls"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      <EllipsisVertical aria-hidden />
    </button>
  )
}

/** Download link with the file size, if the book is free. */
export function DownloadLink({ book: { title, download } }: { book: ViewedBook }) {
  if (!download) return null
  const { url, bytes } = download
  return (
    <a className="viewer-button" href={url} download={downloadName(title, url)}>
      <Download aria-hidden />
      <span className="viewer-download">
        Download PDF {bytes !== undefined && <small className="viewer-file-size">{formatDownloadSize(bytes)}</small>}
      </span>
    </a>
  )
}

/** `Page X of N`, announced by screen readers when it changes, unless it is `silent`. A click turns it into a field for a page number. */
export function PageNumber({ silent = false }: { silent?: boolean }) {
  const { source, page, total, turnTo, asking, setAsking } = useViewer()
  const button = useRef<HTMLButtonElement>(null)

  function leave() {
    setAsking(false)
    // The button is rendered again in the next frame.
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <div aria-live={asking || silent ? 'off' : 'polite'}>
      {asking ? (
        <form
          className="viewer-goto"
          onSubmit={(event) => {
            event.preventDefault()
            const wanted = findPage(source, String(new FormData(event.currentTarget).get('page')))
            leave()
            if (wanted) turnTo(wanted)
          }}
        >
          <label>
            Page{' '}
            <input
              name="page"
              type="text"
              // Page labels such as iv need letters.
              inputMode={source.labels ? 'text' : 'numeric'}
              pattern={source.labels ? undefined : '[0-9]*'}
              enterKeyHint="go"
              autoComplete="off"
              defaultValue={page}
              // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
              autoFocus
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={(event) => event.key === 'Escape' && leave()}
              onBlur={() => setAsking(false)}
            />
          </label>{' '}
          {`of ${total}`}
        </form>
      ) : (
        <button ref={button} type="button" className="viewer-button viewer-page-number" title="Go to page" onClick={() => setAsking(true)}>
          {`Page ${page} of ${total}`}
        </button>
      )}
    </div>
  )
}

function ZoomButtons() {
  const { zoom, setZoom } = useViewer()
  const smaller = stepZoom(zoom, -1)
  const larger = stepZoom(zoom, 1)
  return (
    <div className="viewer-zoom">
      <button type="button" className="viewer-button" aria-label="Zoom out" disabled={smaller === zoom} onClick={() => setZoom(smaller)}>
        <Minus aria-hidden />
      </button>
      <button
        type="button"
        className="viewer-button viewer-percent"
        aria-label={`${Math.round(zoom * 100)}%, fit to width`}
        onClick={() => setZoom(1)}
      >
        {`${Math.round(zoom * 100)}%`}
      </button>
      <button type="button" className="viewer-button" aria-label="Zoom in" disabled={larger === zoom} onClick={() => setZoom(larger)}>
        <Plus aria-hidden />
      </button>
    </div>
  )
}
