import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { editions } from './editions.schema.ts'
import { isEditionOf } from './editions.store.ts'
import { formerFiles } from './former-files.schema.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** Replaced file of an item, with the key, type and size of the stored file. */
export type FormerFile = Awaited<ReturnType<FormerFiles['list']>>[number]
export type FormerFiles = ReturnType<typeof createFormerFiles>

/** Creates the store of the replaced files of one kind of items. */
export function createFormerFiles(orm: Orm, kind: SluggedKind) {
  const isOld = (days: number) => and(eq(editions.kind, kind), sql`${formerFiles.replacedAt} < now() - make_interval(days => ${days})`)
  const isTheirs = eq(editions.id, formerFiles.editionId)
  const idsOf = (reader: Reader, itemId: string) => reader.select({ id: editions.id }).from(editions).where(isEditionOf(kind, itemId))
  const isOriginal = and(eq(mediaFiles.assetId, formerFiles.assetId), eq(mediaFiles.role, 'original'))

  return {
    /** Lists the replaced files of an item, the last replaced first. */
    list: async (id: string, reader: Reader = orm) =>
      reader
        .select({
          assetId: formerFiles.assetId,
          format: editions.format,
          replacedAt: formerFiles.replacedAt,
          kind: mediaAssets.kind,
          details: mediaAssets.details,
          key: mediaFiles.key,
          type: mediaFiles.type,
          bytes: mediaFiles.bytes,
        })
        .from(formerFiles)
        .innerJoin(editions, isTheirs)
        .innerJoin(mediaAssets, eq(mediaAssets.id, formerFiles.assetId))
        .innerJoin(mediaFiles, isOriginal)
        .where(isEditionOf(kind, id))
        .orderBy(desc(formerFiles.replacedAt)),

    keep: async (transaction: Transaction, { itemId, format, assetId }: { itemId: string; format: EditionFormat; assetId: string }) => {
      const [edition] = await transaction
        .select({ id: editions.id })
        .from(editions)
        .where(isEditionOf(kind, itemId, format))
      if (edition) await transaction.insert(formerFiles).values({ assetId, editionId: edition.id })
    },

    /** Deletes the record of a replaced file that is restored. Returns false if there is no such record. */
    take: async (transaction: Transaction, itemId: string, assetId: string): Promise<boolean> => {
      const taken = await transaction
        .delete(formerFiles)
        .where(and(inArray(formerFiles.editionId, idsOf(transaction, itemId)), eq(formerFiles.assetId, assetId)))
        .returning({ assetId: formerFiles.assetId })
      return taken.length > 0
    },

    hasOld: async ({ days }: { days: number }): Promise<boolean> =>
      (await orm.select({ assetId: formerFiles.assetId }).from(formerFiles).innerJoin(editions, isTheirs).where(isOld(days)).limit(1))
        .length > 0,

    /** Locks files that were replaced more than `days` ago, and returns their assets. */
    lockOld: async (transaction: Transaction, limit: number, { days }: { days: number }): Promise<string[]> => {
      const old = await transaction
        .select({ assetId: formerFiles.assetId })
        .from(formerFiles)
        .innerJoin(editions, isTheirs)
        .where(isOld(days))
        .limit(limit)
        // Rows that another instance is deleting or restoring are skipped.
        .for('update', { of: formerFiles, skipLocked: true })
      return old.map(({ assetId }) => assetId)
    },

    /** Returns the assets of an item's replaced files, when the item is deleted. */
    listAssets: async (transaction: Transaction, id: string): Promise<string[]> => {
      const ids = idsOf(transaction, id)
      const rows = await transaction.select({ assetId: formerFiles.assetId }).from(formerFiles).where(inArray(formerFiles.editionId, ids))
      return rows.map(({ assetId }) => assetId)
    },
  }
}
