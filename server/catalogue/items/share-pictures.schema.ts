import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** Picture that chats display for each item, and the state from which it was rendered. An item without a row has no picture yet. */
export const sharePictures = pgTable(
  'share_pictures',
  {
    kind: text().$type<SluggedKind>().notNull(),
    itemId: text('item_id').notNull(),
    /** Null when the picture can't be rendered */
    assetId: text('asset_id').references(() => mediaAssets.id),
    /** The item's `updated_at` */
    itemVersion: timestamp('item_version', { withTimezone: true }).notNull(),
    /** Hash of everything that the site adds to every picture; when it changes, all pictures are rendered again */
    design: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.itemId] }), index('share_pictures_asset').on(table.assetId)],
)
