import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { and, asc, eq, gt, notExists, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type EditionFormat, type MediaType, READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import type { JpegShape } from '#server/media/image/image-renditions.ts'
import { type PreviewRule, previewLength } from '#server/media/preview-length.ts'
import { extractPreview } from '#server/media/processing/extract-preview.ts'
import { cutRecordingPreview } from '#server/media/processing/prepare-audio.ts'
import { prepareJpeg } from '#server/media/processing/prepare-image.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { PdfDetails, PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { editions } from './editions.schema.ts'
import { isEditionOf } from './editions.store.ts'
import type { SluggedKind } from './item-slugs.store.ts'

/** Number of missing files that are created per batch; small, so that administrators can publish between batches. */
const AT_A_TIME = 20

type Table = PgTable & { id: PgColumn }
type Original = { assetId: string; key: string; type: string; details: unknown }
/** Assets that may lack a derived file. */
type Missing = {
  table: Table
  /** Column with the id of the asset, of the table of items or of `through` */
  assetId: PgColumn
  /** Condition that joins editions to the items */
  through?: SQL | undefined
  role: 'jpeg' | 'thumbnail' | 'preview'
  where?: SQL
  make: (original: Original) => Promise<PreparedFile | undefined>
  /**
   * Publishes the created file. If undefined, the catalogue version is not incremented, so that cached feeds contain the file only after a
   * later publication
   */
  publish?: PublishToCatalogue
}

type PricedItems = { kind: SluggedKind; table: Table; where: SQL }

const editionIn = (kind: SluggedKind, format: EditionFormat, { id }: Table) => ({
  assetId: editions.assetId,
  through: isEditionOf(kind, id, format),
})

/**
 * Creates the derived files of covers, priced books and recordings that are missing for items from earlier versions or after an upgrade.
 * Files that can't be created are skipped.
 */
export function createMissingFiles({ orm, library, pixelLimit }: { orm: Orm; library: MediaLibrary; pixelLimit: number }) {
  const folder = library.tempFolder

  async function add({ table, assetId, through, role, where, make, publish = library.publish }: Missing, signal: AbortSignal) {
    const made = alias(mediaFiles, 'made')
    const lacks = notExists(
      orm
        .select()
        .from(made)
        .where(and(eq(made.assetId, assetId), eq(made.role, role))),
    )
    for (let after = ''; !signal.aborted; ) {
      const rows = await orm
        .select({
          id: sql<string>`${table.id}`,
          assetId: mediaFiles.assetId,
          key: mediaFiles.key,
          type: mediaFiles.type,
          details: mediaAssets.details,
        })
        .from(table)
        .leftJoin(editions, through ?? sql`false`)
        .innerJoin(mediaAssets, eq(mediaAssets.id, assetId))
        .innerJoin(mediaFiles, and(eq(mediaFiles.assetId, assetId), eq(mediaFiles.role, 'original')))
        .where(and(gt(table.id, after), lacks, where))
        .orderBy(asc(table.id))
        .limit(AT_A_TIME)
      const last = rows.at(-1)
      if (!last) return
      after = last.id
      for (const row of rows) {
        const file = signal.aborted ? undefined : await make(row)
        if (file) await save(row.assetId, file, publish)
      }
    }
  }

  async function save(assetId: string, file: PreparedFile, publish: PublishToCatalogue) {
    const publication = publish(async ({ transaction, addFile }) => {
      // The item may have a new file, or another instance may already have added the derived file.
      const [asset] = await transaction.select().from(mediaAssets).where(eq(mediaAssets.id, assetId)).for('update')
      const stored = await transaction.select({ role: mediaFiles.role }).from(mediaFiles).where(eq(mediaFiles.assetId, assetId))
      if (asset && !stored.some(({ role }) => role === file.role)) await addFile(assetId, file)
    })
    await publication.finally(() => rm(file.path, { force: true }))
  }

  return {
    addJpegs: (
      { shape, role = 'jpeg', ...covers }: { table: Table; assetId: PgColumn; shape: JpegShape; role?: 'jpeg' | 'thumbnail' },
      signal: AbortSignal,
    ) =>
      add(
        {
          ...covers,
          role,
          make: ({ key, type }) =>
            prepareJpeg(async () => buffer(await library.store.open(key)), {
              folder,
              type: type as MediaType,
              pixelLimit,
              jpeg: shape,
              role,
            }),
        },
        signal,
      ),

    /**
     * Creates missing previews of the files in which books are read.
     * @param where restricts the books to priced ones
     */
    addBookPreviews: async (
      { kind, rule, ...books }: PricedItems & { rule: PreviewRule; publish: PublishToCatalogue },
      signal: AbortSignal,
    ) => {
      for (const format of READABLE_FORMATS)
        await add(
          {
            ...books,
            ...editionIn(kind, format, books.table),
            role: 'preview',
            make: async ({ key, details }) => {
              const { pageCount } = details as Pick<PdfDetails, 'pageCount'>
              const hasPreview = pageCount !== null && previewLength(pageCount, rule) > 0
              return hasPreview ? extractPreview(format, await library.store.open(key), { folder, rule }) : undefined
            },
          },
          signal,
        )
    },

    /**
     * Creates missing previews of recordings.
     * @param where restricts the recordings to priced ones
     */
    addRecordingPreviews: ({ kind, ...recordings }: PricedItems, signal: AbortSignal) =>
      add(
        {
          ...recordings,
          ...editionIn(kind, 'audio', recordings.table),
          role: 'preview',
          make: async ({ key, type }) => cutRecordingPreview(await library.store.open(key), { folder, type: type as MediaType }),
        },
        signal,
      ),
  }
}
