import { type SQL, sql } from 'drizzle-orm'

/** Delimiters around the matches that `ts_headline` marks: control characters that occur in no text of an item. */
const MARK = { start: '\u0002', end: '\u0003' }
const MARKS = `StartSel="${MARK.start}", StopSel="${MARK.end}"`
/** Options of `ts_headline` for an excerpt of some words around the first match */
export const SNIPPET = sql`${`${MARKS}, MaxWords=34, MinWords=18, ShortWord=2, MaxFragments=1`}::text`
export const WHOLE = sql`${`${MARKS}, HighlightAll=true`}::text`

/** SQL that marks the matches of a tsquery in a text. `splitMarked` parses the result. */
export function markText(text: SQL, query: SQL, options: SQL): SQL {
  return sql`ts_headline('english_unaccent', ${text}, ${query}, ${options})`
}

/** Splits a text at the marks around matches: every second piece is a match. */
export function splitMarked(text: string): string[] {
  return text.replaceAll(/\s+/g, ' ').split(new RegExp(`[${MARK.start}${MARK.end}]`))
}

/** Adds an ellipsis before and after an excerpt. An excerpt from `beginning`, the start of the full text, gets no ellipsis before it. */
export function abridge(pieces: string[], beginning?: string): string[] {
  const isBeginning = beginning?.replaceAll(/\s+/g, ' ').trimStart().startsWith(pieces.join('').slice(0, 20))
  return pieces.map((piece, index) => `${index === 0 && !isBeginning ? '… ' : ''}${piece}${index === pieces.length - 1 ? ' …' : ''}`)
}
