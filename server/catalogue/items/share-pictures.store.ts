import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import type { SluggedKind } from './item-slugs.store.ts'
import { sharePictures } from './share-pictures.schema.ts'

/** Item whose share image is missing or outdated; `version` is the item's `updated_at` in microsecond precision. */
export type DueItem = { id: string; version: string }
export type SharePictures = ReturnType<typeof createSharePictures>

/** Creates the store of the share images of one kind of items. */
export function createSharePictures(orm: Orm, kind: SluggedKind, table: PgTable & { id: PgColumn; updatedAt: PgColumn }) {
  const ofKind = eq(sharePictures.kind, kind)
  const ofItem = (id: string) => and(ofKind, eq(sharePictures.itemId, id))

  async function assetOf(transaction: Transaction, id: string): Promise<string | null> {
    const [row] = await transaction.select({ assetId: sharePictures.assetId }).from(sharePictures).where(ofItem(id)).for('update')
    return row?.assetId ?? null
  }

  return {
    kind,

    /** Returns the key of the share image in the media store; null if there is no image. */
    find: async (id: string, reader: Reader = orm): Promise<string | null> => {
      const [row] = await reader
        .select({ key: mediaFiles.key })
        .from(sharePictures)
        .innerJoin(mediaFiles, eq(mediaFiles.assetId, sharePictures.assetId))
        .where(ofItem(id))
      return row?.key ?? null
    },

    /** Lists the items whose share image is due, the most recently published first. */
    listDue: (design: string, limit: number): Promise<DueItem[]> =>
      orm
        .select({ id: sql<string>`${table.id}`, version: sql<string>`${table.updatedAt}::text` })
        .from(table)
        .leftJoin(sharePictures, and(ofKind, eq(sharePictures.itemId, table.id)))
        .where(or(isNull(sharePictures.itemId), ne(sharePictures.itemVersion, table.updatedAt), ne(sharePictures.design, design)))
        .orderBy(desc(table.id))
        .limit(limit),

    /**
     * Records the share image of an item, or that it has none, and returns the asset of the previous image. Returns `'changed'` if the item
     * changed after the image was rendered.
     * @param add stores the image
     */
    save: async (
      transaction: Transaction,
      { id, version }: DueItem,
      { design, add }: { design: string; add: (() => Promise<string>) | undefined },
    ): Promise<'changed' | { former: string | null }> => {
      const isSame = and(eq(table.id, id), eq(table.updatedAt, sql`${version}::timestamptz`))
      const rows = await transaction.select({ id: table.id }).from(table).where(isSame).for('share')
      if (rows.length === 0) return 'changed'
      const former = await assetOf(transaction, id)
      const values = { assetId: (await add?.()) ?? null, itemVersion: sql`${version}::timestamptz`, design }
      await transaction
        .insert(sharePictures)
        .values({ kind, itemId: id, ...values })
        .onConflictDoUpdate({ target: [sharePictures.kind, sharePictures.itemId], set: values })
      return { former }
    },

    /** Deletes the record of a deleted item's share image, and returns the image's asset. */
    release: async (transaction: Transaction, id: string): Promise<string | null> => {
      const former = await assetOf(transaction, id)
      await transaction.delete(sharePictures).where(ofItem(id))
      return former
    },

    /** Marks items as due whose share image could not be rendered. */
    forgetFailures: async (): Promise<void> => {
      await orm.delete(sharePictures).where(and(ofKind, isNull(sharePictures.assetId)))
    },
  }
}
