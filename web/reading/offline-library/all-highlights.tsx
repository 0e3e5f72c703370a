import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { removeHighlight } from '#web/lib/highlights/remove-highlight.ts'
import { COLOR_NAMES, colorOf, type Highlight, type HighlightColor } from '#web/lib/highlights/stored-highlights.ts'
import { type ExportedBook, print, saveMarkdown, saveText } from '#web/lib/highlights/write-highlights.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Number of highlights from which on they can be searched */
const MANY = 8

const BORDERS: Record<HighlightColor, string> = {
  yellow: 'border-[#d9a441]',
  green: 'border-[#5d9b3d]',
  blue: 'border-[#3f86bd]',
  pink: 'border-[#cf5a7b]',
  purple: 'border-[#8a63c4]',
}

type Saved = { id: string; slug: string; title: string }
type Book = { key: string; title: string; address: string | undefined; highlights: Highlight[] }

/** List of the highlights of all books in this browser, the book that was highlighted last first, with search, export and printing. */
export function AllHighlights({ highlights, saved }: { highlights: Highlight[]; saved: Saved[] }) {
  const [words, setWords] = useState('')
  const books = groupByBook(highlights, saved)
  const shown = filterBooks(books, words)
  const count = shown.reduce((sum, book) => sum + book.highlights.length, 0)
  const toExport = (): ExportedBook[] =>
    shown.map((book) => ({
      title: book.title,
      entries: book.highlights.map((highlight) => ({ highlight, place: `Page ${highlight.page}` })),
    }))
  return (
    <section aria-labelledby="all-highlights" className="mt-16 max-w-[56rem]">
      <h2 id="all-highlights" className="text-title-lg">
        Your highlights
      </h2>
      <p className="mt-2 text-soft">They are saved in this browser only.</p>
      {highlights.length >= MANY && (
        <TextField
          type="search"
          label="Search your highlights"
          className="mt-5 max-w-md"
          autoComplete="off"
          dir="auto"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <p role="status" className="mt-4 text-soft tabular-nums">
        {count === 0 ? `No highlight has “${words.trim()}”.` : words.trim() && `${count} of ${highlights.length}`}
      </p>
      {shown.map((book) => (
        <section key={book.key} aria-labelledby={`highlights-${book.key}`} className="mt-8">
          <h3 id={`highlights-${book.key}`} dir="auto" className="text-title-xs [overflow-wrap:anywhere]">
            {book.title}
          </h3>
          <ul className="mt-3 grid gap-4">
            {book.highlights.map((highlight) => (
              <Entry key={highlight.id} highlight={highlight} address={book.address} />
            ))}
          </ul>
        </section>
      ))}
      {count > 0 && (
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="outline" size="small" onClick={() => saveText(toExport())}>
            <Download aria-hidden className="size-5" />
            Save as text
          </Button>
          <Button variant="outline" size="small" onClick={() => saveMarkdown(toExport())}>
            <Download aria-hidden className="size-5" />
            Save as Markdown
          </Button>
          <Button variant="outline" size="small" onClick={() => print(toExport())}>
            <Printer aria-hidden className="size-5" />
            Print
          </Button>
        </div>
      )}
    </section>
  )
}

function Entry({ highlight, address }: { highlight: Highlight; address: string | undefined }) {
  const { quote, note, page } = highlight
  const color = colorOf(highlight)
  const words = quote.trim()
  return (
    <li className={`flex items-start gap-2 border-l-4 pl-4 ${BORDERS[color]}`}>
      <div className="min-w-0 flex-1">
        <blockquote dir="auto" className="whitespace-pre-line font-serif [overflow-wrap:anywhere]">
          {words}
        </blockquote>
        {note && (
          <p dir="auto" className="mt-1 whitespace-pre-wrap text-base [overflow-wrap:anywhere]">
            {note}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4 text-base text-soft">
          {/* A link of the document, since the address of a book by its id leads to that by its name. */}
          {address ? (
            <a href={`${address}#page=${page}`} className="text-link target text-base">{`Page ${page}`}</a>
          ) : (
            <span>{`Page ${page}`}</span>
          )}
          <span>{COLOR_NAMES[color]}</span>
        </p>
      </div>
      <button
        type="button"
        aria-label={`Delete the highlight “${words.slice(0, 60)}”`}
        className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-paper-2"
        onClick={() => removeHighlight(highlight)}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </li>
  )
}

/** Groups highlights by book; those of a book’s preview belong to the book. Books without a title were highlighted by earlier versions. */
function groupByBook(highlights: Highlight[], saved: Saved[]): Book[] {
  const books = new Map<string, Book>()
  for (const highlight of highlights) {
    const key = highlight.book.replace(/-preview$/, '')
    const item = saved.find(({ id }) => id === key)
    // The highlights of a document that is no book have its address as their key.
    const address = key.includes('/') ? undefined : `/books/${item?.slug ?? key}`
    const book = books.get(key) ?? { key, title: item?.title ?? '', address, highlights: [] }
    book.title ||= highlight.title ?? ''
    book.highlights.push(highlight)
    books.set(key, book)
  }
  return [...books.values()].map((book) => ({
    ...book,
    title: book.title || 'A book without a title',
    highlights: [...book.highlights].sort((one, other) => one.page - other.page || one.fromBlock - other.fromBlock),
  }))
}

function filterBooks(books: Book[], words: string): Book[] {
  const sought = fold(words).split(/\s+/).filter(Boolean)
  return books
    .map((book) => ({
      ...book,
      highlights: book.highlights.filter(({ quote, note }) => {
        const text = fold(`${book.title} ${quote} ${note}`)
        return sought.every((word) => text.includes(word))
      }),
    }))
    .filter((book) => book.highlights.length > 0)
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
