import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Columns that a searchable list has: `searchName` holds what an item is called, `searchText` everything said about it. */
export type Searchable = { id: PgColumn; searchName: PgColumn; searchText: PgColumn }

/** How a list is narrowed, ordered and cut. Best matches first, or those that sell best, then newest first. */
export type ListPlan = {
  /** Follow each other, the best matches first. Each is found quickly by an index, the whole is not */
  parts: ListPart[]
  /** What the parts let through, in sets that share no row: an index counts each, but not both at once */
  disjoint: (SQL | undefined)[]
}

export type ListPart = {
  /** Lets through what matches the search text; undefined when nothing is searched for */
  matches: SQL | undefined
  /** Lets through what comes after the cursor */
  after: SQL | undefined
  rank: SQL<number>
  orderBy: SQL[]
}
