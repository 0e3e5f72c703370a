import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Searchable } from './plan-list.ts'

/** Maximum number of matches per kind of items. If a word occurs in more items, further matches are not found. */
const MAX_MATCHES = 2000
const MAX_RESEMBLING = 100
/** Weight of names that are only similar, so that they rank below word matches. */
const RESEMBLING_WEIGHT = 0.01
/** Bonus for a name that contains every search word as a whole word: it outweighs any rank, so “market” finds a market before marketing. */
const NAMED = 10
const MAX_NAMED_WORDS = 8
/** Weights of the tsvector labels D, C, B and A. */
const WEIGHTS = sql.raw(`'{0.05, 0.2, 0.5, 1}'`)
/** ts_rank_cd normalization: divides by 1 + the logarithm of the document length. */
const BY_LENGTH = sql.raw('1')

export type SearchTerms = {
  /** Search text, normalized like the names that it is compared with */
  text: SQL
  /** A tsquery */
  query: SQL
  /** The tsquery with further alternatives for some words, to be compared with the texts about an item */
  widened: SQL
  /** Regular expression that matches names with every word of the text, except stop words; null without words */
  named: SQL
}

/** Fragments of the search statement for one kind of items. */
export type SearchSource<Kind extends string = string> = {
  kind: Kind
  /** Selects `id` and `score` of the items whose own texts match */
  matches: (terms: SearchTerms) => SQL
  /** Selects `id` and `score` of the items whose names are similar to the text (typing mistakes) */
  resembles?: (terms: SearchTerms) => SQL
  /** Selects `id`, `place` (such as a page), `is_hidden` and `score` of matches inside items. Hidden places may only be counted. */
  places?: (terms: SearchTerms) => SQL
  /** Selects `at` and `content` of a place that is not hidden */
  place?: (id: SQL, place: SQL, terms: SearchTerms) => SQL
  /** Selects `path`, `title`, `made_by`, `picture`, `price_minor`, `language` and `content` of an item */
  item: (id: SQL) => SQL
  /** Selects a row if the texts of an item contain the word, in any inflection */
  knows?: (word: SQL) => SQL
  /** Selects a row if the texts of any item contain the word exactly as written; only such words may be suggested */
  writes?: (word: SQL) => SQL
}

/**
 * Common table expression required by statements that contain `SEARCH_TERMS`, so that the terms are computed once and not for each row.
 * Parses search input of visitors: quoted words must be adjacent, a minus excludes a word, `or` separates alternatives. Never fails.
 */
export function askedFor(q: string, widen: (query: SQL) => SQL = (query) => query): SQL {
  const words = sql`unnest((regexp_split_to_array(text, '[^[:alnum:]]+'))[1:${sql.raw(String(MAX_NAMED_WORDS))}])`
  return sql`asked as materialized (
    select text, query, ${widen(sql`query`)} as widened,
      (select string_agg('(?=.*\\y' || word || '\\y)', '') from ${words} as word where length(to_tsvector('english', word)) > 0) as named
    from (select searchable(${q}) as text) as typed, websearch_to_tsquery('english', text) as query
  )`
}

export const SEARCH_TERMS: SearchTerms = {
  text: sql`(select asked.text from asked)`,
  query: sql`(select asked.query from asked)`,
  widened: sql`(select asked.widened from asked)`,
  named: sql`(select asked.named from asked)`,
}

/**
 * Condition that a tsquery requires a word. A query that only excludes, such as -word, matches nearly everything, uses no index, and is
 * never intended.
 */
export function requiresWord(query: SQL): SQL {
  return sql`querytree(${query}) not in ('', 'T')`
}

export function rankOf(vector: SQL | PgColumn, query: SQL): SQL {
  return sql`ts_rank_cd(${WEIGHTS}, ${vector}, ${query}, ${BY_LENGTH})`
}

/** Returns the number added to the rank of an item whose normalized name matches the expression. */
export function namedBonus(name: SQL | PgColumn, named: SQL): SQL {
  return sql`case when ${name} ~ ${named} then ${sql.raw(String(NAMED))} else 0 end`
}

/** Returns the fragments that search the texts of a table. If the table has the column `isListed`, only listed rows are found. */
export function searchTable(table: PgTable & Searchable & { searchVector: PgColumn; isListed?: PgColumn }) {
  const { id, searchName, searchText, searchVector, isListed = sql`true` } = table
  const withWord = (word: SQL) => sql`from ${table} where ${isListed} and ${searchVector} @@ plainto_tsquery('english', ${word})`
  return {
    matches: ({ widened, named }: SearchTerms) => sql`
      select ${id} as id, ${rankOf(searchVector, widened)} + ${namedBonus(searchName, named)} as score from ${table}
      where ${isListed} and ${searchVector} @@ ${widened} and ${requiresWord(widened)} limit ${sql.raw(String(MAX_MATCHES))}`,
    resembles: ({ text }: SearchTerms) => sql`
      select ${id} as id, word_similarity(${text}, ${searchName}) * ${sql.raw(String(RESEMBLING_WEIGHT))} as score from ${table}
      where ${isListed} and ${text} <% ${searchName} limit ${sql.raw(String(MAX_RESEMBLING))}`,
    knows: (word: SQL) => sql`select ${withWord(word)} limit 1`,
    // An empty string is appended to bypass the index of the text, which is slow for frequent words.
    writes: (word: SQL) => sql`select ${withWord(word)} and ${searchText} || '' ~ ('\\y' || ${word} || '\\y') limit 1`,
  }
}
