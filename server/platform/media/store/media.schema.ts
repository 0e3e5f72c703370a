import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Audience, PreparedAsset, PreparedFile } from './media-asset.ts'

/** A prepared file: a cover with its renditions, a PDF with its preview, or a recording. */
export const mediaAssets = pgTable(
  'media_assets',
  {
    id: text().primaryKey(),
    kind: text().$type<PreparedAsset['kind']>().notNull(),
    details: jsonb().$type<PreparedAsset['details']>().notNull(),
    /** The key of the file that it was made from again, with whose last row it is dropped; such assets are in no backup */
    derivedFrom: text('derived_from').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('media_assets_pdf').on(table.createdAt).where(sql`${table.kind} = 'pdf'`),
    index('media_assets_audio').on(table.createdAt).where(sql`${table.kind} = 'audio'`),
  ],
)

/** One row per stored file. Two assets may share one file. */
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

/** Files that an app is about to remove from the store: nobody may publish them before it is done. */
export const mediaRemovals = pgTable('media_removals', {
  key: text().primaryKey(),
  /** The random name of the removal */
  holder: text().notNull(),
  claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** One row: the id of the media store that belongs to this database. */
export const mediaStore = pgTable('media_store', {
  id: smallint().primaryKey(),
  storeId: uuid('store_id').notNull(),
})
