import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** Replaced files of items, which administrators can restore for some time. */
export const formerFiles = pgTable(
  'former_files',
  {
    assetId: text('asset_id')
      .primaryKey()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    kind: text().$type<SluggedKind>().notNull(),
    itemId: text('item_id').notNull(),
    /** Name of the file field in the item's form */
    field: text().notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('former_files_item').on(table.kind, table.itemId), index('former_files_replaced').on(table.replacedAt)],
)
