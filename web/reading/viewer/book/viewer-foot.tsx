import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { downloadName } from '#contracts/common/download-name.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { toast } from '#web/lib/toast.ts'
import { findPage, type PageSource, pageName, pageOfTotal } from './page-source.ts'
import { useViewer } from './viewer-context.ts'

/**
 * Footer of the page or reading view: `turn` (page controls, in the order of `direction`), the download link of a free file, and further
 * controls of the view.
 */
export function ViewerFoot({
  turn,
  direction,
  children,
}: {
  turn: ReactNode
  direction?: PageSource['direction'] | undefined
  children: ReactNode
}) {
  return (
    <footer className="viewer-foot">
      <div className="viewer-turn" dir={direction}>
        {turn}
        <UnfoldButton />
      </div>
      <div className="viewer-more">
        <DownloadLink />
        {children}
      </div>
    </footer>
  )
}

/**
 * Button `Page X of N`, or `4 (10 of 16)` for the tenth page with the label 4, which becomes an input field for a page number when clicked. Screen readers announce page changes unless `silent`
 * is set.
 */
export function PageNumber({ silent = false }: { silent?: boolean }) {
  const { book, source, page, visible, total, turnTo, asking, setAsking } = useViewer()
  const button = useRef<HTMLButtonElement>(null)
  const name = pageName(source, page)
  const isLabeled = name !== `${page}`
  const position = pageOfTotal(source, page)
  // The bar below a preview has its number of pages, which would read as that of the book here. A label leaves no room for the word.
  const one = book.preview ? `Page ${name}` : isLabeled ? position : `Page ${position}`
  const text = visible.length > 1 ? `Pages ${visible.map((each) => pageName(source, each)).join('–')} of ${total}` : one

  function leave() {
    setAsking(false)
    // The focus is set in the next frame, when the button has been rendered again.
    requestAnimationFrame(() => button.current?.focus())
  }
  useBackCloses(asking, leave)

  return (
    <div dir="ltr" aria-live={asking || silent ? 'off' : 'polite'}>
      {asking ? (
        <form
          className="viewer-goto"
          onSubmit={(event) => {
            event.preventDefault()
            const input = String(new FormData(event.currentTarget).get('page')).trim()
            const wanted = findPage(source, input)
            if (input && !wanted) return toast(`There is no page ${input}: this document has ${total}.`, { id: 'no-page' })
            leave()
            if (wanted) turnTo(wanted)
          }}
        >
          <label>
            Page{' '}
            <input
              name="page"
              type="text"
              // The text keyboard is used because page labels such as iv contain letters.
              inputMode={source.labels ? 'text' : 'numeric'}
              pattern={source.labels ? undefined : '[0-9]*'}
              enterKeyHint="go"
              autoComplete="off"
              defaultValue={name}
              // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
              autoFocus
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={(event) => event.key === 'Escape' && leave()}
              onBlur={() => setAsking(false)}
            />
          </label>{' '}
          {isLabeled ? `(${page} of ${total})` : `of ${total}`}
        </form>
      ) : (
        <button
          ref={button}
          type="button"
          className="viewer-button viewer-page-number"
          title="Go to page"
          aria-label={one === text && text !== `Page ${position}` ? `Page ${position}` : undefined}
          onClick={() => setAsking(true)}
        >
          {text}
        </button>
      )}
    </div>
  )
}

/** Button for low windows, in which header and footer are collapsed to leave room for the page. Expands both. */
function UnfoldButton() {
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

function DownloadLink() {
  const { title, download } = useViewer().book
  if (!download) return null
  const { url, label, bytes } = download
  return (
    <a className="viewer-button" href={url} download={downloadName(title, url)}>
      <Download aria-hidden />
      <span className="viewer-download">
        Download {label} {bytes !== undefined && <small className="viewer-file-size">{formatDownloadSize(bytes)}</small>}
      </span>
    </a>
  )
}
