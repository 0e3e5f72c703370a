import Bookmark from 'lucide-react/icons/bookmark'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import Search from 'lucide-react/icons/search'
import TableOfContents from 'lucide-react/icons/table-of-contents'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { listen } from '#web/lib/browser-events.ts'
import { useFullScreenElement } from '#web/lib/full-screen.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { useBookmarks } from '#web/reading/viewer/book/bookmarks.ts'
import { isInEdition } from '#web/reading/viewer/book/editions/known-place.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PanelButton } from '#web/reading/viewer/book/viewer-panel.tsx'
import { useViewerKeys } from '#web/reading/viewer/input/use-viewer-keys.ts'

export const CONTENTS_LABEL = 'Contents and bookmarks'
export const SEARCH_LABEL = 'Search in this book'

/** Buttons in the viewer's header: search, bookmark, contents, full screen, and the switch between page view and reading view. */
export function Toolbar({
  slot,
  isReading,
  onReading,
}: {
  slot: HTMLElement
  isReading: boolean
  /** Switches between page view and reading view; undefined for a document without reflowable text */
  onReading: ((isReading: boolean) => void) | undefined
}) {
  const { source, panel } = useViewer()
  return createPortal(
    <FoldedTools closesOn={`${panel} ${isReading}`}>
      {source.fetchJson && <SearchButton />}
      <BookmarkButton />
      <PanelButton opens="contents" label={CONTENTS_LABEL}>
        <TableOfContents aria-hidden />
      </PanelButton>
      <FullScreenButton slot={slot} />
      {onReading && (
        <button
          type="button"
          className="viewer-button viewer-reading-button"
          aria-label="Reading view"
          title={isReading ? 'Back to the pages' : 'Reading view: text in your own size'}
          aria-pressed={isReading}
          onClick={() => onReading(!isReading)}
        >
          Aa
        </button>
      )}
    </FoldedTools>,
    slot,
  )
}

/** Tools that a header without room for them folds below one button (viewer.css). They fold again when `closesOn` changes. */
function FoldedTools({ closesOn, children }: { closesOn: string; children: ReactNode }) {
  const [openFor, setOpenFor] = useState<string>()
  const isOpen = openFor === closesOn
  const button = useRef<HTMLButtonElement>(null)
  const tools = useRef<HTMLDivElement>(null)

  function fold() {
    setOpenFor(undefined)
    if (tools.current?.contains(document.activeElement)) button.current?.focus()
  }
  useBackCloses(isOpen, fold)
  useEffect(() => {
    // The header has further buttons for the place below it.
    tools.current?.closest('.viewer-head')?.toggleAttribute('data-tools', isOpen)
    if (!isOpen) return
    return listen(document, 'pointerdown', ({ target }) => {
      if (!(target as Element).closest('.viewer-head')) setOpenFor(undefined)
    })
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        type="button"
        className="viewer-button viewer-fold"
        aria-label="More tools"
        title="More tools"
        aria-expanded={isOpen}
        data-closes-panel={isOpen || undefined}
        onClick={() => (isOpen ? fold() : setOpenFor(closesOn))}
      >
        <EllipsisVertical aria-hidden />
      </button>
      <div ref={tools} className="viewer-tools" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

/** Button and key (`/`) that open the search in the open book. */
function SearchButton() {
  const { setPanel } = useViewer()
  useViewerKeys((key) => (key === '/' ? () => setPanel('search') : undefined))
  return (
    <PanelButton opens="search" label={SEARCH_LABEL}>
      <Search aria-hidden />
    </PanelButton>
  )
}

function BookmarkButton() {
  const { book, found, page, pageWords, readingPlace } = useViewer()
  const bookmarks = useBookmarks(book, found)
  function toggle() {
    const place = readingPlace()
    bookmarks.toggle(page, { text: place?.page === page && isInEdition(place, book.edition) ? place.text : undefined, words: pageWords() })
  }
  return (
    <button
      type="button"
      className="viewer-button viewer-bookmark"
      aria-label="Bookmark this page"
      title="Bookmark this page"
      aria-pressed={bookmarks.list.some((each) => each.page === page)}
      onClick={toggle}
    >
      <Bookmark aria-hidden />
    </button>
  )
}

/** Full screen button. Hidden on phones that can't display a single element in full screen. */
function FullScreenButton({ slot }: { slot: HTMLElement }) {
  const isFull = useFullScreenElement() !== null
  if (!document.fullscreenEnabled) return null
  const toggle = () => (isFull ? document.exitFullscreen?.() : slot.closest('.viewer')?.requestFullscreen?.())
  const label = isFull ? 'Exit full screen' : 'Full screen'
  return (
    <button
      type="button"
      className="viewer-button viewer-full-screen"
      aria-label={label}
      title={label}
      onClick={() => void toggle()?.catch(() => {})}
    >
      {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
    </button>
  )
}
