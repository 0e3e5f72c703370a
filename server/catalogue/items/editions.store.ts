import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import type { Edition } from '#contracts/catalogue/edition.ts'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { PreparedAsset } from '#server/media/store/media-asset.ts'
import type { Reader, Transaction } from '#server/platform/database/database.ts'
import { editions } from './editions.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** Edition with its file, as read by `editionsOf`. */
export type StoredEdition = {
  format: EditionFormat
  key: string
  type: string
  bytes: number
  details: PreparedAsset['details']
  previewKey: string | null
}
export type EditionStore = ReturnType<typeof createEditionStore>

const preview = alias(mediaFiles, 'preview')

/** Returns the condition that an edition belongs to an item. */
export function isEditionOf(kind: SluggedKind, itemId: SQLWrapper | string, format?: EditionFormat) {
  return and(eq(editions.itemId, itemId), eq(editions.kind, kind), format && eq(editions.format, format))
}

/** Expression for the editions of an item in order, each with its file. */
export function editionsOf(kind: SluggedKind, itemId: SQLWrapper) {
  return sql<StoredEdition[]>`(
    select coalesce(json_agg(json_build_object(
      'format', ${editions.format}, 'key', ${mediaFiles.key}, 'type', ${mediaFiles.type}, 'bytes', ${mediaFiles.bytes},
      'details', ${mediaAssets.details}, 'previewKey', ${preview.key}
    ) order by ${editions.position}, ${editions.id}), '[]')
    from ${editions}
    join ${mediaAssets} on ${mediaAssets.id} = ${editions.assetId}
    join ${mediaFiles} on ${mediaFiles.assetId} = ${editions.assetId} and ${mediaFiles.role} = 'original'
    left join ${mediaFiles} as ${preview} on ${preview.assetId} = ${editions.assetId} and ${preview.role} = 'preview'
    where ${isEditionOf(kind, itemId)}
  )`
}

/** Returns an edition for the API. A free item has no preview, even if its file had one when it was priced. */
export function describeEdition(
  { key: url, previewKey, ...edition }: Omit<StoredEdition, 'details'>,
  { isPriced }: { isPriced: boolean },
): Edition {
  return { ...edition, url, previewUrl: isPriced ? previewKey : null }
}

/** Returns the first edition in the first of the formats that the item has. @throws Error for an item without such an edition */
export function firstEdition<Own extends Edition>(listed: Own[], ...formats: EditionFormat[]): Own {
  const [edition] = formats.flatMap((format) => listed.find((each) => each.format === format) ?? [])
  if (!edition) throw new Error(`An item has no edition in the format ${formats.join(' or ')}`)
  return edition
}

/** Creates the store of the editions of one kind of items. */
export function createEditionStore(kind: SluggedKind) {
  return {
    /** Returns the ids of the assets of an item's editions, by format. */
    listAssets: async (reader: Reader, itemId: string): Promise<Partial<Record<EditionFormat, string>>> => {
      const { format, assetId } = editions
      const rows = await reader.select({ format, assetId }).from(editions).where(isEditionOf(kind, itemId))
      return Object.fromEntries(rows.flatMap((row) => (row.assetId ? [[row.format, row.assetId]] : [])))
    },

    /** Sets the asset of an item's edition in a format, or removes it with null. The edition is added if the item has none. */
    setAsset: async (transaction: Transaction, itemId: string, { format, assetId }: { format: EditionFormat; assetId: string | null }) => {
      await transaction
        .insert(editions)
        .values({ id: uuidv7(), kind, itemId, format, assetId })
        .onConflictDoUpdate({ target: [editions.itemId, editions.kind, editions.format, editions.position], set: { assetId } })
    },

    remove: async (transaction: Transaction, itemId: string) => {
      await transaction.delete(editions).where(isEditionOf(kind, itemId))
    },
  }
}
