import { ChevronLeft, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { type OutlineEntry, pageName } from '#web/features/viewer/page/page-source.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import type { useBookmarks } from './bookmarks.ts'
import { findCurrentEntry } from './current-entry.ts'
import { Thumbnails } from './thumbnails.tsx'

/** Beside the page, or over it on a phone: the book's contents with the current place, and the reader's bookmarks. Escape closes it. */
export function ContentsPanel({ bookmarks, onClose }: { bookmarks: ReturnType<typeof useBookmarks>; onClose: () => void }) {
  const { source, page, turnTo } = useViewer()
  const panel = useRef<HTMLElement>(null)
  const { outline } = source
  const current = findCurrentEntry(outline, page)

  useEffect(() => {
    const place = panel.current?.querySelector<HTMLElement>('[aria-current=location]')
    place?.scrollIntoView({ block: 'center' })
    const first = place ?? panel.current?.querySelector('button')
    first?.focus({ preventScroll: true })
  }, [])

  function goTo(wanted: number) {
    turnTo(wanted)
    // On a phone the panel covers the page.
    if (panel.current && panel.current.offsetWidth >= innerWidth) onClose()
  }

  return (
    <aside
      ref={panel}
      className="viewer-panel"
      aria-label="Contents and bookmarks"
      data-own-keys
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <button type="button" className="viewer-button" onClick={onClose}>
        <ChevronLeft aria-hidden />
        Back to the page
      </button>
      <PanelList title="Contents" empty="No table of contents was found.">
        {outline.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the contents never change
          <li key={index} style={{ paddingInlineStart: `${entry.depth}rem` }}>
            <ContentsEntry entry={entry} isCurrent={entry === current} onChoose={() => goTo(entry.page)} />
          </li>
        ))}
      </PanelList>
      <PanelList title="Bookmarks" empty="The button with the ribbon marks a page. It is then listed here, in this browser.">
        {bookmarks.pages.map((marked) => (
          <li key={marked} className="viewer-panel-bookmark">
            <button type="button" className="viewer-panel-entry" onClick={() => goTo(marked)}>
              <span>{findCurrentEntry(outline, marked)?.title ?? 'Page'}</span>
              <span className="viewer-panel-page">{pageName(source, marked)}</span>
            </button>
            <button
              type="button"
              className="viewer-button"
              aria-label={`Remove the bookmark of page ${pageName(source, marked)}`}
              onClick={() => bookmarks.toggle(marked)}
            >
              <Trash2 aria-hidden />
            </button>
          </li>
        ))}
      </PanelList>
      {source.fetchThumbnail && <Thumbnails fetchThumbnail={source.fetchThumbnail} onChoose={goTo} />}
    </aside>
  )
}

function PanelList({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const id = useId()
  return (
    <section>
      <h3 id={id} className="viewer-panel-title">
        {title}
      </h3>
      {children.length > 0 ? <ul aria-labelledby={id}>{children}</ul> : <p className="viewer-panel-empty">{empty}</p>}
    </section>
  )
}

function ContentsEntry({ entry, isCurrent, onChoose }: { entry: OutlineEntry; isCurrent: boolean; onChoose: () => void }) {
  const { source } = useViewer()
  return (
    <button type="button" className="viewer-panel-entry" aria-current={isCurrent ? 'location' : undefined} onClick={onChoose}>
      <span>{entry.title}</span>
      <span className="viewer-panel-page">{pageName(source, entry.page)}</span>
    </button>
  )
}
