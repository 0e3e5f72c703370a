import { sql } from 'drizzle-orm'
import { boolean, index, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core'
import type { ItemState } from '#contracts/catalogue/item-state.ts'
import { LISTED_STATES } from '#contracts/catalogue/item-visibility.ts'

/** Columns for the state of an item, undefined for kinds without states. */
export type StateRow = {
  state?: ItemState
  publishAt?: Date | null
  publishedAt?: Date | null
  deletedAt?: Date | null
  createdAt?: Date
}

/** SQL equivalent of `isListed`. */
const IS_LISTED = sql.raw(`state in (${LISTED_STATES.map((state) => `'${state}'`).join(', ')}) and deleted_at is null`)

/** Creates the columns for the state of an item. Queries for public lists, searches and feeds select by `is_listed`. */
export function itemStateColumns() {
  return {
    state: text().$type<ItemState>().notNull().default('published'),
    publishAt: timestamp('publish_at', { withTimezone: true }),
    /** First time at which visitors could open the item */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** UUIDv7 of the time at which a former draft was published */
    publicationId: text('publication_id'),
    /** Sort key of lists, descending: the newest publication first */
    sortId: text('sort_id').notNull().generatedAlwaysAs(sql`coalesce(publication_id, id)`),
    isListed: boolean('is_listed').notNull().generatedAlwaysAs(IS_LISTED),
  }
}

export function itemStateIndexes(
  name: string,
  table: { sortId: PgColumn; isListed: PgColumn; state: PgColumn; publishAt: PgColumn; deletedAt: PgColumn },
) {
  return [
    index(`${name}_listed`).on(table.sortId).where(sql`${table.isListed}`),
    index(`${name}_not_listed`).on(table.sortId).where(sql`not ${table.isListed}`),
    index(`${name}_scheduled`).on(table.publishAt).where(sql`${table.state} = 'scheduled'`),
    index(`${name}_deleted`).on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ]
}
