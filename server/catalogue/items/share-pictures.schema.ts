import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/**
 * Share image of each item for link previews in chats, and the versions from which the image was rendered. An item without a row has no
 * image yet.
 */
export const sharePictures = pgTable(
  'share_pictures',
  {
    kind: text().$type<SluggedKind>().notNull(),
    itemId: text('item_id').notNull(),
    /** Asset of the image; null when the image can't be rendered */
    assetId: text('asset_id').references(() => mediaAssets.id),
    /** `updated_at` of the item when the image was rendered */
    itemVersion: timestamp('item_version', { withTimezone: true }).notNull(),
    /** Hash of the site's design in the image. When the hash changes, all images are rendered again */
    design: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.itemId] }), index('share_pictures_asset').on(table.assetId)],
)
