import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { editions } from './editions.schema.ts'

/** Replaced files of editions, which administrators can restore for some time. */
export const formerFiles = pgTable(
  'former_files',
  {
    assetId: text('asset_id')
      .primaryKey()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    editionId: text('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('former_files_edition').on(table.editionId), index('former_files_replaced').on(table.replacedAt)],
)
