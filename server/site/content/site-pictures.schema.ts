import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { mediaAssets } from '#server/media/store/media.schema.ts'

/** Pictures that were uploaded for content sections of the site. Sections refer to pictures by id. */
export const sitePictures = pgTable(
  'site_pictures',
  {
    assetId: text('asset_id')
      .primaryKey()
      .references(() => mediaAssets.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('site_pictures_created').on(table.createdAt)],
)
