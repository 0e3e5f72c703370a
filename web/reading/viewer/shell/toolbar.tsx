import Bookmark from 'lucide-react/icons/bookmark'
import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import TableOfContents from 'lucide-react/icons/table-of-contents'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { listen } from '#web/lib/browser-events.ts'
import { useBookmarks } from '#web/reading/viewer/book/bookmarks.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PanelButton } from '#web/reading/viewer/book/viewer-panel.tsx'
import { ContentsPanel } from './contents-panel.tsx'

/** Header buttons for the bookmark, the contents panel and full screen. `book` is the storage key of the bookmarks. */
export function BookTools({ book, slot }: { book: string; slot: HTMLElement }) {
  const { page, panel } = useViewer()
  const bookmarks = useBookmarks(book)

  const buttons = (
    <>
      <button
        type="button"
        className="viewer-button viewer-bookmark"
        aria-label="Bookmark this page"
        title="Bookmark this page"
        aria-pressed={bookmarks.pages.includes(page)}
        onClick={() => bookmarks.toggle(page)}
      >
        <Bookmark aria-hidden />
      </button>
      <PanelButton opens="contents" label="Contents and bookmarks">
        <TableOfContents aria-hidden />
      </PanelButton>
      <FullScreenButton slot={slot} />
    </>
  )
  return (
    <>
      {createPortal(buttons, slot)}
      {panel === 'contents' && <ContentsPanel bookmarks={bookmarks} />}
    </>
  )
}

const listenToFullScreen = (notify: () => void) => listen(document, 'fullscreenchange', notify)

/** Full screen button. Hidden on phones that can't display a part of a page in full screen. */
function FullScreenButton({ slot }: { slot: HTMLElement }) {
  const isFull = useSyncExternalStore(listenToFullScreen, () => document.fullscreenElement !== null)
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
