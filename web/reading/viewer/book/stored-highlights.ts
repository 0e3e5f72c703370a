import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { toast, toastDeleted } from '#web/lib/toast.ts'

/** Maximum number of characters of a stored quotation and of a note */
const MAX_QUOTE = 3000
export const MAX_NOTE = 2000

/** Passage of the text, by its first and last character at the time it was highlighted. */
export type Passage = {
  part: number
  fromBlock: number
  fromOffset: number
  toBlock: number
  toOffset: number
  /** The page on which the passage begins */
  page: number
  /** The text of the passage, with a line for each block */
  quote: string
}
export type Highlight = Passage & { id: string; book: string; note: string }

const stored = createStoredValue('highlights')
const NUMBERS = ['part', 'fromBlock', 'fromOffset', 'toBlock', 'toOffset', 'page'] as const
const TEXTS = ['id', 'book', 'quote', 'note'] as const

/** Parses the stored list, newest first. */
export function parseHighlights(text: string | null): Highlight[] {
  return parseList<Highlight>(
    text,
    (value) => NUMBERS.every((name) => Number.isInteger(value[name])) && TEXTS.every((name) => typeof value[name] === 'string'),
  )
}

/** Puts a highlight first, replacing its previous version, and drops the oldest ones. */
export function putHighlight(list: Highlight[], highlight: Highlight): Highlight[] {
  return [highlight, ...list.filter(({ id }) => id !== highlight.id)].slice(0, MAX_HIGHLIGHTS)
}

function write(list: Highlight[]) {
  if (!stored.write(JSON.stringify(list))) toast('This browser couldn’t save it. It stays for this visit only.', { id: 'highlights' })
}

/** Returns the highlights of a book in text order, with functions to change them. */
export function useHighlights(book: string) {
  const text = stored.useValue()
  const list = parseHighlights(text)
    .filter((each) => each.book === book)
    .sort((one, other) => one.part - other.part || one.fromBlock - other.fromBlock || one.fromOffset - other.fromOffset)

  function add(passage: Passage, note = ''): Highlight {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
    const highlight = { ...passage, quote: passage.quote.slice(0, MAX_QUOTE), note: note.slice(0, MAX_NOTE), id, book }
    write(putHighlight(parseHighlights(stored.read()), highlight))
    return highlight
  }
  const change = (highlight: Highlight, note: string) =>
    write(parseHighlights(stored.read()).map((each) => (each.id === highlight.id ? { ...each, note: note.slice(0, MAX_NOTE) } : each)))
  function remove(highlight: Highlight) {
    write(parseHighlights(stored.read()).filter((each) => each.id !== highlight.id))
    toastDeleted(highlight.note ? 'Highlight and note deleted' : 'Highlight deleted', () =>
      write(putHighlight(parseHighlights(stored.read()), highlight)),
    )
  }

  return { list, add, change, remove }
}
