import BookOpenText from 'lucide-react/icons/book-open-text'
import Copy from 'lucide-react/icons/copy'
import Highlighter from 'lucide-react/icons/highlighter'
import ImageIcon from 'lucide-react/icons/image'
import Languages from 'lucide-react/icons/languages'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, useState } from 'react'
import { COLOR_NAMES, colorOf, HIGHLIGHT_COLORS, type Highlight, type Passage } from '#web/lib/highlights/stored-highlights.ts'
import { useCopy } from '#web/lib/use-copy.ts'
import type { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { sharePlace } from '#web/reading/viewer/book/share-place.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { NoteForm } from './note-form.tsx'
import './passages.css'

/** Most characters of words that are passed on in an address */
const MAX_PASSED = 600
const TOOLS = [
  { name: 'lookUp', label: 'Look up', icon: <BookOpenText aria-hidden /> },
  { name: 'translate', label: 'Translate', icon: <Languages aria-hidden /> },
] as const

/** Returns the address that opens words in a dictionary or translator; undefined without one, and for more words than it can take. */
function toAddress(template: string | undefined, quote: string, language = 'en'): string | undefined {
  const words = quote.trim().replace(/\s+/g, ' ')
  if (!template || words.length > MAX_PASSED) return undefined
  return template.replaceAll('{words}', encodeURIComponent(words)).replaceAll('{language}', encodeURIComponent(language))
}

const loadPicture = () => import('./quote-picture.tsx')

/** Toolbar for selected text or a tapped highlight. Displayed below the text, since phones display their own menu beside the selection. */
export function PassageBar({
  passage,
  highlight,
  highlights: { add, change, remove, lastColor },
  noting,
  onNoting,
  onDone,
}: {
  passage: Passage
  /** The existing highlight of the passage */
  highlight: Highlight | undefined
  highlights: ReturnType<typeof useHighlights>
  /** Whether the note form is displayed instead of the buttons */
  noting: boolean
  onNoting: () => void
  onDone: () => void
}) {
  const { book, source } = useViewer()
  const { state, copy } = useCopy(passage.quote)
  const [drawing, setDrawing] = useState(false)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape must not close the document.
    event.preventDefault()
    onDone()
  }

  if (drawing && book.shared)
    return (
      <section className="reading-passage" aria-label="Picture of the words" onKeyDown={closeOnEscape}>
        <LazyPart load={loadPicture}>
          {({ QuotePicture }) => (
            <QuotePicture
              quote={{
                words: passage.quote.trim(),
                title: book.title,
                author: book.shared?.author,
                categories: book.shared?.categories ?? [],
                direction: source.direction,
              }}
              onDone={onDone}
            />
          )}
        </LazyPart>
        <button
          type="button"
          className="viewer-button"
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
          autoFocus
          onClick={onDone}
        >
          Cancel
        </button>
      </section>
    )

  if (noting)
    return (
      <section className="reading-passage" aria-label="Note">
        <NoteForm
          note={highlight?.note ?? ''}
          onSave={(note) => {
            if (highlight) change(highlight, { note })
            else add(passage, { note })
            onDone()
          }}
          onCancel={onDone}
        />
      </section>
    )
  return (
    <section
      className="reading-passage"
      aria-label="Selected text"
      // The default action is prevented, since pressing a button would clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={closeOnEscape}
    >
      {highlight?.note && <p className="reading-passage-note">{highlight.note}</p>}
      {highlight ? (
        <button
          type="button"
          className="viewer-button"
          onClick={() => {
            remove(highlight)
            onDone()
          }}
        >
          <Trash2 aria-hidden />
          Remove
        </button>
      ) : (
        <button
          type="button"
          className="viewer-button"
          onClick={() => {
            add(passage)
            onDone()
          }}
        >
          <Highlighter aria-hidden />
          Highlight
        </button>
      )}
      <button type="button" className="viewer-button" onClick={onNoting}>
        <NotebookPen aria-hidden />
        Note
      </button>
      <button type="button" className="viewer-button" onClick={copy}>
        <Copy aria-hidden />
        <span aria-live="polite">{{ idle: 'Copy', copied: 'Copied', failed: 'Not copied' }[state]}</span>
      </button>
      {book.shared && (
        <>
          <button type="button" className="viewer-button" onClick={() => void sharePlace(book, passage.page, passage.quote)}>
            <Share2 aria-hidden />
            Share
          </button>
          <button type="button" className="viewer-button" onClick={() => setDrawing(true)}>
            <ImageIcon aria-hidden />
            Picture
          </button>
        </>
      )}
      {TOOLS.map(({ name, label, icon }) => {
        const to = toAddress(book.wordTools[name], passage.quote, book.language)
        return (
          to && (
            <a key={name} className="viewer-button" href={to} target="_blank" rel="noopener noreferrer">
              {icon}
              {label}
            </a>
          )
        )
      })}
      <fieldset className="reading-colors">
        <legend className="sr-only">{highlight ? 'Color' : 'Highlight in a color'}</legend>
        {HIGHLIGHT_COLORS.map((color) => (
          <button
            key={color}
            type="button"
            className="viewer-button"
            aria-label={COLOR_NAMES[color]}
            title={COLOR_NAMES[color]}
            aria-pressed={(highlight ? colorOf(highlight) : lastColor) === color}
            onClick={() => {
              if (highlight) change(highlight, { color })
              else add(passage, { color })
              onDone()
            }}
          >
            <mark aria-hidden className="reading-mark-highlight" data-color={color}>
              Aa
            </mark>
          </button>
        ))}
      </fieldset>
    </section>
  )
}
