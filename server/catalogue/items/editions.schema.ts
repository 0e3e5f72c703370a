import { index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** Files in which items can be read or heard: one row for each file of an item. */
export const editions = pgTable(
  'editions',
  {
    id: text().primaryKey(),
    kind: text().$type<SluggedKind>().notNull(),
    itemId: text('item_id').notNull(),
    format: text().$type<EditionFormat>().notNull(),
    /** Order of the item's editions, from 0 */
    position: smallint().notNull().default(0),
    /** File of the edition; null after the file was removed, as long as replaced files refer to the edition */
    assetId: text('asset_id').references(() => mediaAssets.id),
  },
  (table) => [
    uniqueIndex('editions_item').on(table.itemId, table.kind, table.format, table.position),
    index('editions_asset').on(table.assetId),
  ],
)
