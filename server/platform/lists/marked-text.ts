import { type SQL, sql } from 'drizzle-orm'

/** Around what `ts_headline` marks: no text of an item has them. */
const MARK = { start: '\u0002', end: '\u0003' }
const MARKS = `StartSel="${MARK.start}", StopSel="${MARK.end}"`
/** Some words around the first of those that were searched for */
export const SNIPPET = sql`${`${MARKS}, MaxWords=34, MinWords=18, ShortWord=2, MaxFragments=1`}::text`
export const WHOLE = sql`${`${MARKS}, HighlightAll=true`}::text`

/** Marks in a text what a tsquery searches for. `splitMarked` reads what the database returns. */
export function markText(text: SQL, query: SQL, options: SQL): SQL {
  return sql`ts_headline('english_unaccent', ${text}, ${query}, ${options})`
}

/** The text in pieces, of which every second one was marked. */
export function splitMarked(text: string): string[] {
  return text.replaceAll(/\s+/g, ' ').split(new RegExp(`[${MARK.start}${MARK.end}]`))
}

/** Says where a text was cut. With its beginning, it may begin with that. */
export function abridge(pieces: string[], beginning?: string): string[] {
  const isBeginning = beginning?.replaceAll(/\s+/g, ' ').trimStart().startsWith(pieces.join('').slice(0, 20))
  return pieces.map((piece, index) => `${index === 0 && !isBeginning ? '… ' : ''}${piece}${index === pieces.length - 1 ? ' …' : ''}`)
}
