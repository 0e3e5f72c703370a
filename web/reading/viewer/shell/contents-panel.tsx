import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Place } from '#web/lib/places/book-places.ts'
import { nameOfBookmark, useBookmarks } from '#web/reading/viewer/book/bookmarks.ts'
import { findCurrentEntry, type OutlineEntry, type PageSource, pageName } from '#web/reading/viewer/book/page-source.ts'
import { sharePlace } from '#web/reading/viewer/book/share-place.ts'
import { UnstoredNote } from '#web/reading/viewer/book/unstored-note.tsx'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { coversPage, HIGHLIGHTS_LABEL, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { LostPlaces } from './lost-places.tsx'
import { PageSlider } from './page-slider.tsx'
import { Thumbnails } from './thumbnails.tsx'

/** Panel with the book's table of contents, the visitor's bookmarks, and thumbnails of all pages. */
export function ContentsPanel({ title }: { title: string }) {
  const { book, found, source, page, total, turnTo, setPanel } = useViewer()
  const bookmarks = useBookmarks(book, found)
  const lists = useRef<HTMLDivElement>(null)
  const { outline, isKnown } = useOutline(source)
  const current = findCurrentEntry(outline, page)

  useEffect(() => {
    if (isKnown) lists.current?.querySelector('[aria-current=location]')?.scrollIntoView({ block: 'center' })
  }, [isKnown])

  function goTo(wanted: number, text?: Place) {
    turnTo(wanted, text)
    if (coversPage(lists.current)) setPanel(undefined)
  }

  return (
    <ViewerPanel title={title}>
      <div ref={lists}>
        {total > 1 && <PageSlider outline={outline} onChoose={turnTo} />}
        <PanelList title="Contents" empty={isKnown ? 'No table of contents was found.' : 'Loading…'}>
          {outline.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the contents never change
            <li key={index} style={{ paddingInlineStart: `${entry.depth}rem` }}>
              <ContentsEntry entry={entry} isCurrent={entry === current} onChoose={() => goTo(entry.page)} />
            </li>
          ))}
        </PanelList>
        <PanelList
          title="Bookmarks"
          note={<UnstoredNote list="bookmarks" />}
          empty="Use the ribbon button to bookmark a page. Bookmarks are saved in this browser."
        >
          {bookmarks.list.map(({ bookmark, page: marked, text }) => (
            <li key={nameOfBookmark(bookmark)} className="viewer-panel-bookmark">
              <button type="button" className="viewer-panel-entry" onClick={() => goTo(marked, text)}>
                <span>{findCurrentEntry(outline, marked)?.title ?? 'Page'}</span>
                <span className="viewer-panel-page">{pageName(source, marked)}</span>
              </button>
              <button
                type="button"
                className="viewer-button"
                aria-label={`Remove the bookmark of page ${pageName(source, marked)}`}
                onClick={() => bookmarks.remove(bookmark)}
              >
                <Trash2 aria-hidden />
              </button>
            </li>
          ))}
        </PanelList>
        <button type="button" className="viewer-panel-entry viewer-panel-further" onClick={() => setPanel('highlights')}>
          {HIGHLIGHTS_LABEL}
        </button>
        {book.shared && (
          <button type="button" className="viewer-panel-entry viewer-panel-further" onClick={() => void sharePlace(book, page)}>
            Share this page
          </button>
        )}
        <LostPlaces lost={bookmarks.lost} onRemove={bookmarks.remove} />
        {source.fetchThumbnail && <Thumbnails fetchThumbnail={source.fetchThumbnail} onChoose={(number) => goTo(number)} />}
      </div>
    </ViewerPanel>
  )
}

/** Returns the outline of a document. If pdf.js opened the document, the outline is read when the panel opens. */
function useOutline({ outline, fetchOutline }: PageSource): { outline: OutlineEntry[]; isKnown: boolean } {
  const [fetched, setFetched] = useState<OutlineEntry[]>()
  useEffect(() => {
    let active = true
    fetchOutline?.().then((entries) => active && setFetched(entries))
    return () => {
      active = false
    }
  }, [fetchOutline])
  return fetchOutline ? { outline: fetched ?? [], isKnown: fetched !== undefined } : { outline, isKnown: true }
}

function PanelList({ title, note, empty, children }: { title: string; note?: ReactNode; empty: string; children: ReactNode[] }) {
  const id = useId()
  return (
    <section>
      <h3 id={id} className="viewer-panel-title">
        {title}
      </h3>
      {note}
      {children.length > 0 ? <ul aria-labelledby={id}>{children}</ul> : <p className="viewer-panel-empty">{empty}</p>}
    </section>
  )
}

function ContentsEntry({ entry, isCurrent, onChoose }: { entry: OutlineEntry; isCurrent: boolean; onChoose: () => void }) {
  const { source } = useViewer()
  return (
    <button
      type="button"
      className="viewer-panel-entry"
      aria-current={isCurrent ? 'location' : undefined}
      data-autofocus={isCurrent || undefined}
      onClick={onChoose}
    >
      <span>{entry.title}</span>
      <span className="viewer-panel-page">{pageName(source, entry.page)}</span>
    </button>
  )
}
