import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { mediaAssets } from '#server/platform/media/store/media.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** The picture that chats show of each item, and what it was drawn from. An item without a row waits for its picture. */
export const sharePictures = pgTable(
  'share_pictures',
  {
    kind: text().$type<SluggedKind>().notNull(),
    itemId: text('item_id').notNull(),
    /** Null when it can't be drawn */
    assetId: text('asset_id').references(() => mediaAssets.id),
    /** The item's `updated_at` */
    itemVersion: timestamp('item_version', { withTimezone: true }).notNull(),
    /** What the site adds to every picture; another one makes all of them anew */
    design: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.itemId] }), index('share_pictures_asset').on(table.assetId)],
)
