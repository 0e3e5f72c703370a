import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Searchable } from './plan-list.ts'

/** Of the items of one kind. A word that more of them have is found in so many of them only. */
const MAX_MATCHES = 2000
const MAX_RESEMBLING = 100
/** A name that is only similar ranks below what has the words. */
const RESEMBLING_WEIGHT = 0.01
/** Of the weights D, C, B and A. */
const WEIGHTS = sql.raw(`'{0.05, 0.2, 0.5, 1}'`)
/** Divides by 1 + the logarithm of the length. */
const BY_LENGTH = sql.raw('1')

export type SearchTerms = {
  /** The text as names are compared with it */
  text: SQL
  /** A tsquery */
  query: SQL
}

/** The items of one kind, as a search finds them. Each fragment is a part of the one statement that a search is. */
export type SearchSource<Kind extends string = string> = {
  kind: Kind
  /** Selects `id` and `score` of the items whose own texts match */
  matches: (terms: SearchTerms) => SQL
  /** Selects `id` and `score` of the items whose names are similar to the text: slips of typing */
  resembles?: (terms: SearchTerms) => SQL
  /** Selects `id`, `place`, `is_hidden` and `score` of the places inside items that match. Of hidden ones only the number may be told. */
  places?: (terms: SearchTerms) => SQL
  /** Selects `at` and `content` of a place that is not hidden */
  place?: (id: SQL, place: SQL, terms: SearchTerms) => SQL
  /** Selects `path`, `title`, `made_by`, `picture`, `price_minor` and `content` of an item */
  item: (id: SQL) => SQL
  /** Selects a row when the texts of an item have the word, in whatever form */
  knows?: (word: SQL) => SQL
  /** Selects a row when the texts of an item have the word as it is written: only then it may be suggested */
  writes?: (word: SQL) => SQL
}

/**
 * What a statement is preceded by that contains `SEARCH_TERMS`, so that they are made once and not for each row. Reads what visitors type:
 * quoted words follow each other, a minus excludes, or is an alternative. Never fails.
 */
export function askedFor(q: string): SQL {
  return sql`asked as materialized (
    select text, websearch_to_tsquery('english', text) as query from (select searchable(${q}) as text) as typed
  )`
}

export const SEARCH_TERMS: SearchTerms = { text: sql`(select asked.text from asked)`, query: sql`(select asked.query from asked)` }

/** A tsquery that excludes only, such as -word, matches nearly everything. No index helps, and nobody means it. */
export function requiresWord(query: SQL): SQL {
  return sql`querytree(${query}) not in ('', 'T')`
}

export function rankOf(vector: SQL | PgColumn, query: SQL): SQL {
  return sql`ts_rank_cd(${WEIGHTS}, ${vector}, ${query}, ${BY_LENGTH})`
}

/** How rows of a table are found by their own texts. */
export function searchTable(table: PgTable & Searchable & { searchVector: PgColumn }) {
  const { id, searchName, searchText, searchVector } = table
  const withWord = (word: SQL) => sql`from ${table} where ${searchVector} @@ plainto_tsquery('english', ${word})`
  return {
    matches: ({ query }: SearchTerms) => sql`
      select ${id} as id, ${rankOf(searchVector, query)} as score from ${table}
      where ${searchVector} @@ ${query} and ${requiresWord(query)} limit ${sql.raw(String(MAX_MATCHES))}`,
    resembles: ({ text }: SearchTerms) => sql`
      select ${id} as id, word_similarity(${text}, ${searchName}) * ${sql.raw(String(RESEMBLING_WEIGHT))} as score from ${table}
      where ${text} <% ${searchName} limit ${sql.raw(String(MAX_RESEMBLING))}`,
    knows: (word: SQL) => sql`select ${withWord(word)} limit 1`,
    // Appended to nothing, since the index of the text is the slower one for a frequent word.
    writes: (word: SQL) => sql`select ${withWord(word)} and ${searchText} || '' ~ ('\\y' || ${word} || '\\y') limit 1`,
  }
}
