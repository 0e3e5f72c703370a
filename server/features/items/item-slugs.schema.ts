import { sql } from 'drizzle-orm'
import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Every slug that an item has or had. */
export const itemSlugs = pgTable(
  'item_slugs',
  {
    kind: text().$type<'book' | 'podcast' | 'author'>().notNull(),
    slug: text().notNull(),
    /** Null when the item was deleted: its slug is free for another item, and until then its URL is gone */
    itemId: text('item_id'),
    isCurrent: boolean('is_current').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    uniqueIndex('item_slugs_current').on(table.kind, table.itemId).where(sql`${table.isCurrent}`),
  ],
)
