import { sql } from 'drizzle-orm'
import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Current and former slugs of all items. */
export const itemSlugs = pgTable(
  'item_slugs',
  {
    kind: text().$type<'book' | 'podcast' | 'author'>().notNull(),
    slug: text().notNull(),
    /** Id of the item; null after the item is deleted. URLs with the slug then return 410 until another item takes the slug */
    itemId: text('item_id'),
    isCurrent: boolean('is_current').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    uniqueIndex('item_slugs_current').on(table.kind, table.itemId).where(sql`${table.isCurrent}`),
  ],
)
