import { and, eq, sql } from 'drizzle-orm'
import { READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import type { BookPages } from '#contracts/reading/book-pages.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { bookPageManifests, bookPagePictures, pageTexts } from './book-pages.schema.ts'
import { bookReflows } from './book-reflow.schema.ts'
import { REFLOW_VERSION } from './book-reflow.store.ts'
import { EDITION, type PageManifestState, type PageSummary, type RenditionSet, type StoredPicture } from './page-manifest.ts'

type PageText = Omit<typeof pageTexts.$inferSelect, 'fileKey' | 'search'>
type PagePictures = { packKey: string | null; pictures: StoredPicture[] }

export type BookPageStore = ReturnType<typeof createBookPageStore>

/** Returns the condition for the manifest that the current version of the renderer created for a file. */
export const thisManifest = (key: string) => and(eq(bookPageManifests.fileKey, key), eq(bookPageManifests.edition, EDITION))

/** Condition that matches assets whose files can be read. The formats are part of the statement, as in the condition of the index. */
export const isReadable = sql`${mediaAssets.kind} in (${sql.raw(READABLE_FORMATS.map((format) => `'${format}'`).join(', '))})`
/** Condition that matches the readable files of items, and their previews. */
export const ofDocuments = sql`${isReadable} and ${mediaFiles.role} in ('original', 'preview')`

/** Creates the store that reads page renditions in response format and stores new ones. Manifests of other versions count as missing. */
export function createBookPageStore(orm: Orm) {
  const body = async (query: ReturnType<typeof sql>) => (await orm.execute<{ body: string }>(query)).rows[0]?.body

  return {
    findSummary: async (key: string): Promise<PageSummary | undefined> => {
      const { state, pageCount, hasText, fileKey } = bookPageManifests
      const isReflowBuilt = sql<boolean>`${bookReflows.fileKey} is not null`
      const hasFlow = sql<boolean>`case when ${isReflowBuilt} then ${bookReflows.flow} is not null else ${hasText} end`
      const direction = sql<PageSummary['direction']>`${bookReflows.flow}->>'direction'`
      const [row] = await orm
        .select({ state, pageCount, hasText, hasFlow, isReflowBuilt, direction })
        .from(bookPageManifests)
        .leftJoin(bookReflows, and(eq(bookReflows.fileKey, fileKey), eq(bookReflows.edition, REFLOW_VERSION)))
        .where(thisManifest(key))
      return row
    },

    /**
     * Reads the page list of a file in response format. The JSON is built in the database, since parsing and serializing the lists of long
     * books takes long.
     */
    readPages: (key: string, { hasFlow, direction }: Pick<PageSummary, 'hasFlow' | 'direction'>): Promise<string | undefined> => {
      const { sizes, labels, outline, hasText } = bookPageManifests
      return body(sql`
        select json_build_object(
          'sizes', ${sizes}, 'labels', ${labels}, 'outline', ${outline}, 'hasText', ${hasText}, 'hasFlow', ${hasFlow}::boolean,
          'direction', ${direction}::text
        )::text as body from ${bookPageManifests} where ${thisManifest(key)}
      `)
    },

    /** Reads the text of a page in response format. */
    readText: (key: string, page: number): Promise<string | undefined> => {
      const { fileKey, runs, direction, links } = pageTexts
      return body(sql`
        select json_build_object('runs', ${runs}, 'direction', ${direction}, 'links', ${links})::text as body
        from ${pageTexts} join ${bookPageManifests} on ${bookPageManifests.fileKey} = ${fileKey}
        where ${thisManifest(key)} and ${pageTexts.page} = ${page}
      `)
    },

    hasText: async (key: string, page: number): Promise<boolean> =>
      (await orm.$count(pageTexts, and(eq(pageTexts.fileKey, key), eq(pageTexts.page, page)))) > 0,

    findPictures: async (key: string, page: number, series: RenditionSet): Promise<PagePictures | undefined> => {
      const { packKey, pictures, fileKey } = bookPagePictures
      const [row] = await orm
        .select({ packKey, pictures })
        .from(bookPagePictures)
        .innerJoin(bookPageManifests, eq(bookPageManifests.fileKey, fileKey))
        .where(and(thisManifest(key), eq(bookPagePictures.page, page), eq(bookPagePictures.series, series)))
      return row
    },

    /** Finds an image of the reflowable text of a file. */
    findImage: async (key: string, image: string): Promise<{ key: string; bytes: number } | undefined> => {
      const isImage = and(eq(mediaFiles.assetId, bookPageManifests.assetId), eq(mediaFiles.key, image), eq(mediaFiles.role, 'rendition'))
      const [row] = await orm
        .select({ key: mediaFiles.key, bytes: mediaFiles.bytes })
        .from(bookPageManifests)
        .innerJoin(mediaFiles, isImage)
        .where(thisManifest(key))
      return row
    },

    /** Locks a file, so that other transactions can't store pages of the file. Returns false if no book has the file anymore. */
    lockFile: async (transaction: Transaction, key: string): Promise<boolean> => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.pagesStored}::int, hashtext(${key}))`)
      // The row lock prevents the removal of the book's file.
      const { rows } = await transaction.execute(sql`
        select 1 from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
        where ${mediaFiles.key} = ${key} and ${ofDocuments} limit 1 for share of ${mediaFiles}
      `)
      return rows.length > 0
    },

    /**
     * Finds the asset with the page renditions of a file, even if another version of the renderer created them; `isCurrent` is false in
     * that case.
     */
    findAsset: async (transaction: Transaction, key: string) => {
      const { assetId: id, state, edition } = bookPageManifests
      const [row] = await transaction.select({ id, state, edition }).from(bookPageManifests).where(eq(bookPageManifests.fileKey, key))
      return row && { id: row.id, state: row.state, isCurrent: row.edition === EDITION }
    },

    insertManifest: async (
      transaction: Transaction,
      key: string,
      { assetId, state, pages }: { assetId: string; state: PageManifestState; pages: BookPages },
    ): Promise<void> => {
      await transaction.insert(bookPageManifests).values({ fileKey: key, assetId, edition: EDITION, state, ...pages })
    },

    insertTexts: async (transaction: Transaction, key: string, texts: PageText[]): Promise<void> => {
      await transaction
        .insert(pageTexts)
        .values(texts.map((text) => ({ fileKey: key, ...text })))
        .onConflictDoNothing()
    },

    insertPictures: async (
      transaction: Transaction,
      key: string,
      series: RenditionSet,
      pages: (PagePictures & { page: number; isCostly?: boolean })[],
    ): Promise<void> => {
      await transaction
        .insert(bookPagePictures)
        .values(pages.map((pictures) => ({ fileKey: key, series, ...pictures })))
        .onConflictDoNothing()
    },
  }
}
