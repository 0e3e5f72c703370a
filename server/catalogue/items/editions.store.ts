import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import type { Edition, Sound } from '#contracts/catalogue/edition.ts'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { AudioDetails, PreparedAsset } from '#server/media/store/media-asset.ts'
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
  lowBitrate: Sound['lowBitrate']
}
export type EditionStore = ReturnType<typeof createEditionStore>

const preview = alias(mediaFiles, 'preview')
const light = alias(mediaAssets, 'light')
const lightFile = alias(mediaFiles, 'light_file')

/** Low-bitrate audio of an edition; null for an edition without sound, and until the audio is encoded */
const lowBitrate = sql`(
  select json_build_object('type', ${lightFile.type}, 'bytes', ${lightFile.bytes})
  from ${mediaAssets} as ${light} join ${mediaFiles} as ${lightFile} on ${lightFile.assetId} = ${light.id} and ${lightFile.role} = 'light'
  where ${light.derivedFrom} = ${mediaFiles.key} and ${light.kind} = 'light-sound'
)`

/** Returns the condition that an edition belongs to an item. */
export function isEditionOf(kind: SluggedKind, itemId: SQLWrapper | string, format?: EditionFormat) {
  return and(eq(editions.itemId, itemId), eq(editions.kind, kind), format && eq(editions.format, format))
}

/** Expression for the editions of an item in order, each with its file. */
export function editionsOf(kind: SluggedKind, itemId: SQLWrapper) {
  return sql<StoredEdition[]>`(
    select coalesce(json_agg(json_build_object(
      'format', ${editions.format}, 'key', ${mediaFiles.key}, 'type', ${mediaFiles.type}, 'bytes', ${mediaFiles.bytes},
      'details', ${mediaAssets.details}, 'previewKey', ${preview.key}, 'lowBitrate', ${lowBitrate}
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
  { key: url, previewKey, format, type, bytes }: Omit<StoredEdition, 'details' | 'lowBitrate'>,
  { isPriced }: { isPriced: boolean },
): Edition {
  return { format, type, bytes, url, previewUrl: isPriced ? previewKey : null }
}

/** Returns the properties of an edition that is heard. */
export function describeSound({ details, lowBitrate }: Pick<StoredEdition, 'details' | 'lowBitrate'>): Sound {
  return { durationSeconds: (details as Partial<AudioDetails>).durationSeconds, lowBitrate }
}

/** Returns the first edition in the first of the formats that the item has. @throws Error for an item without such an edition */
export function firstEdition<Own extends Edition>(listed: Own[], ...formats: EditionFormat[]): Own {
  const [edition] = formats.flatMap((format) => listed.find((each) => each.format === format) ?? [])
  if (!edition) throw new Error(`An item has no edition in the format ${formats.join(' or ')}`)
  return edition
}

/** Returns the keys of the files of an item's editions by format. */
export function editionKeys(listed: Edition[]): Partial<Record<EditionFormat, string>> {
  return Object.fromEntries(listed.map(({ format, url }) => [format, url]))
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
