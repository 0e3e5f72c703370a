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
  /** A tsquery. As an expression of constants the planner knows how many rows it matches. */
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
  /** Selects `content` of items that have a word similar to the one given */
  similarTexts?: (word: SQL) => SQL
  /** Selects a row when the word is in the texts of an item. Looking for similar ones takes a hundred times as long. */
  knows?: (word: SQL) => SQL
}

/** Reads what visitors type: quoted words follow each other, a minus excludes, or is an alternative. Never fails. */
export function searchTerms(q: string): SearchTerms {
  const text = sql`searchable(${q})`
  return { text, query: sql`websearch_to_tsquery('english', ${text})` }
}

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
  return {
    matches: ({ query }: SearchTerms) => sql`
      select ${id} as id, ${rankOf(searchVector, query)} as score from ${table}
      where ${searchVector} @@ ${query} and ${requiresWord(query)} limit ${sql.raw(String(MAX_MATCHES))}`,
    resembles: ({ text }: SearchTerms) => sql`
      select ${id} as id, word_similarity(${text}, ${searchName}) * ${sql.raw(String(RESEMBLING_WEIGHT))} as score from ${table}
      where ${text} <% ${searchName} limit ${sql.raw(String(MAX_RESEMBLING))}`,
    similarTexts: (word: SQL) => sql`select ${searchText} as content from ${table} where ${word} <% ${searchText} limit 50`,
    knows: (word: SQL) => sql`select from ${table} where ${searchVector} @@ plainto_tsquery('english', ${word}) limit 1`,
  }
}
