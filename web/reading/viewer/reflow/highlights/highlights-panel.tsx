import Download from 'lucide-react/icons/download'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { downloadName } from '#contracts/common/download-name.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { NOT_HERE } from '#web/reading/viewer/book/editions/found-places.ts'
import type { Highlight, useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { findCurrentEntry, pageName } from '#web/reading/viewer/book/page-source.ts'
import { UnstoredNote } from '#web/reading/viewer/book/unstored-note.tsx'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { coversPage, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { NoteForm } from './note-form.tsx'

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
  function save() {
    const text = writeHighlights(book.title, highlights, { nameOfPage, findChapter })
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), downloadName(`${book.title} highlights`, '.txt'))
  }

  return (
    <ViewerPanel title="Highlights and notes">
      <UnstoredNote list="highlights" />
      {highlights.list.length + highlights.lost.length === 0 ? (
        <p className="viewer-panel-empty">
          Select words in the text to highlight them or to write a note. The key H selects a sentence. Highlights are saved in this browser.
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
                onChange={(note) => highlights.change(highlight, note)}
                onRemove={() => highlights.remove(highlight)}
              />
            ))}
            {highlights.lost.map((highlight) => (
              <HighlightEntry
                key={highlight.id}
                highlight={highlight}
                pageLabel={NOT_HERE}
                onGoTo={undefined}
                onChange={(note) => highlights.change(highlight, note)}
                onRemove={() => highlights.remove(highlight)}
              />
            ))}
          </ul>
          <button type="button" className="viewer-button" onClick={save}>
            <Download aria-hidden />
            Save as text
          </button>
        </>
      )}
    </ViewerPanel>
  )
}

function HighlightEntry({
  highlight: { quote, note },
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
  const [noting, setNoting] = useState(false)
  return (
    <li className="reading-highlight">
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

/** Formats the highlights of a book with their notes as plain text. */
export function writeHighlights(
  title: string,
  { list, lost }: { list: Highlight[]; lost: Highlight[] },
  { nameOfPage, findChapter }: { nameOfPage: (page: number) => string; findChapter: (page: number) => string | undefined },
): string {
  const entries = [...list, ...lost].map((highlight) => {
    const { page, quote, note } = highlight
    const place = lost.includes(highlight) ? NOT_HERE : [`Page ${nameOfPage(page)}`, findChapter(page)].filter(Boolean).join(', ')
    return [place, `“${quote.trim()}”`, note && `Note: ${note.trim()}`].filter(Boolean).join('\n')
  })
  return `${[`Highlights in ${title}`, ...entries].join('\n\n')}\n`
}
