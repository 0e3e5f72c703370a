import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Audience, PreparedAsset, PreparedFile } from './media-asset.ts'

/**
 * Media assets: a cover with its renditions, a PDF with its preview, a recording, or files derived from a stored file (page renditions,
 * low-bitrate audio).
 */
export const mediaAssets = pgTable(
  'media_assets',
  {
    id: text().primaryKey(),
    kind: text().$type<PreparedAsset['kind']>().notNull(),
    details: jsonb().$type<PreparedAsset['details']>().notNull(),
    /** Key of the file that the asset was derived from. Derived assets are removed with the last row of that file, and are not backed up */
    derivedFrom: text('derived_from').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('media_assets_readable').on(table.createdAt).where(sql`${table.kind} in ('pdf', 'epub')`),
    index('media_assets_audio').on(table.createdAt).where(sql`${table.kind} = 'audio'`),
  ],
)

/** Files of media assets. Assets may share a stored file, which then has a row for each asset. */
export const mediaFiles = pgTable(
  'media_files',
  {
    assetId: text('asset_id')
      .notNull()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    role: text().$type<PreparedFile['role']>().notNull(),
    type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    audience: text().$type<Audience>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.key, table.role] }), index('media_files_key').on(table.key)],
)

/** Claims on files that an instance is removing from the media store. A claimed file can't be published until the claim is deleted. */
export const mediaRemovals = pgTable('media_removals', {
  key: text().primaryKey(),
  /** Random id of the removal that made the claim */
  holder: text().notNull(),
  claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Single row with the id of the media store that is paired with this database. */
export const mediaStore = pgTable('media_store', {
  id: smallint().primaryKey(),
  storeId: uuid('store_id').notNull(),
})
