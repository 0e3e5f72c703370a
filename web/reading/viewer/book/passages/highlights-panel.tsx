import Download from 'lucide-react/icons/download'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Printer from 'lucide-react/icons/printer'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { COLOR_NAMES, colorOf, type Highlight } from '#web/lib/highlights/stored-highlights.ts'
import { type ExportedBook, print, saveMarkdown, saveText } from '#web/lib/highlights/write-highlights.ts'
import { NOT_HERE } from '#web/reading/viewer/book/editions/found-places.ts'
import type { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { findCurrentEntry, pageName } from '#web/reading/viewer/book/page-source.ts'
import { UnstoredNote } from '#web/reading/viewer/book/unstored-note.tsx'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { coversPage, HIGHLIGHTS_LABEL, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { NoteForm } from './note-form.tsx'
import './passages.css'

/** Panel that lists the highlights of a book with their notes. Visitors can open, annotate, delete and export highlights. */
export function HighlightsPanel({
  highlights,
  onGoTo,
}: {
  highlights: ReturnType<typeof useHighlights>
  onGoTo: (highlight: Highlight) => void
}) {
  const { book, source, setPanel } = useViewer()
  const list = useRef<HTMLUListElement>(null)
  const nameOfPage = (page: number) => pageName(source, page)
  const findChapter = (page: number) => findCurrentEntry(source.outline, page)?.title

  function goTo(highlight: Highlight) {
    onGoTo(highlight)
    if (coversPage(list.current)) setPanel(undefined)
  }
  const toExport = (): ExportedBook[] => [
    {
      title: book.title,
      entries: [
        ...highlights.list.map((highlight) => ({
          highlight,
          place: [`Page ${nameOfPage(highlight.page)}`, findChapter(highlight.page)].filter(Boolean).join(', '),
        })),
        ...highlights.lost.map((highlight) => ({ highlight, place: NOT_HERE })),
      ],
    },
  ]

  return (
    <ViewerPanel title={HIGHLIGHTS_LABEL}>
      <UnstoredNote list="highlights" />
      {highlights.list.length + highlights.lost.length === 0 ? (
        <p className="viewer-panel-empty">
          Select words in the text to highlight them or to write a note. In the reading view, the key H selects a sentence. Highlights are
          saved in this browser.
        </p>
      ) : (
        <>
          <ul ref={list}>
            {highlights.list.map((highlight) => (
              <HighlightEntry
                key={highlight.id}
                highlight={highlight}
                pageLabel={nameOfPage(highlight.page)}
                onGoTo={() => goTo(highlight)}
                onChange={(note) => highlights.change(highlight, { note })}
                onRemove={() => highlights.remove(highlight)}
              />
            ))}
            {highlights.lost.map((highlight) => (
              <HighlightEntry
                key={highlight.id}
                highlight={highlight}
                pageLabel={NOT_HERE}
                onGoTo={undefined}
                onChange={(note) => highlights.change(highlight, { note })}
                onRemove={() => highlights.remove(highlight)}
              />
            ))}
          </ul>
          <div className="reading-highlights-export">
            <button type="button" className="viewer-button" onClick={() => saveText(toExport())}>
              <Download aria-hidden />
              Save as text
            </button>
            <button type="button" className="viewer-button" onClick={() => saveMarkdown(toExport())}>
              <Download aria-hidden />
              Save as Markdown
            </button>
            <button type="button" className="viewer-button" onClick={() => print(toExport())}>
              <Printer aria-hidden />
              Print
            </button>
          </div>
        </>
      )}
    </ViewerPanel>
  )
}

function HighlightEntry({
  highlight,
  pageLabel,
  onGoTo,
  onChange,
  onRemove,
}: {
  highlight: Highlight
  pageLabel: string
  /** Undefined if the edition doesn't contain the words */
  onGoTo: (() => void) | undefined
  onChange: (note: string) => void
  onRemove: () => void
}) {
  const { quote, note } = highlight
  const color = colorOf(highlight)
  const [noting, setNoting] = useState(false)
  return (
    <li className="reading-highlight" data-color={color}>
      {onGoTo ? (
        <button type="button" className="viewer-panel-entry" onClick={onGoTo}>
          <span className="reading-highlight-quote">{quote}</span>
          <span className="viewer-panel-page">{pageLabel}</span>
        </button>
      ) : (
        <p className="viewer-panel-entry viewer-panel-lost">
          <span className="reading-highlight-quote">{quote}</span>
          <span className="viewer-panel-page">{pageLabel}</span>
        </p>
      )}
      <p className="reading-highlight-color">{COLOR_NAMES[color]}</p>
      {note && !noting && <p className="reading-highlight-note">{note}</p>}
      {noting ? (
        <NoteForm
          note={note}
          onSave={(text) => {
            onChange(text)
            setNoting(false)
          }}
          onCancel={() => setNoting(false)}
        />
      ) : (
        <div className="reading-highlight-buttons">
          <button type="button" className="viewer-button" onClick={() => setNoting(true)}>
            <NotebookPen aria-hidden />
            {note ? 'Change note' : 'Add note'}
          </button>
          <button
            type="button"
            className="viewer-button"
            aria-label={onGoTo ? `Delete the highlight on page ${pageLabel}` : `Delete the highlight “${quote}”`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
          </button>
        </div>
      )}
    </li>
  )
}
