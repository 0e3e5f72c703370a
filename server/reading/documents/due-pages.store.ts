import { and, eq, sql } from 'drizzle-orm'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { bookPageManifests, bookPagePictures, pageTexts } from './book-pages.schema.ts'
import { isReadable, ofDocuments, thisManifest } from './book-pages.store.ts'
import { EDITION } from './page-manifest.ts'

/** Number of books with all pages rendered, of books with pending pages, and of books whose pages can't be rendered. */
export type PagesProgress = { complete: number; waiting: number; failed: number }

export type DuePageStore = ReturnType<typeof createDuePageStore>

/** Creates the queries of background rendering: for missing and failed renditions, and for renditions of deleted files. */
export function createDuePageStore(orm: Orm) {
  const numbers = async (query: ReturnType<typeof sql>) => (await orm.execute<{ page: number }>(query)).rows.map(({ page }) => page)

  return {
    /** Lists files with missing pages: files without any rendered pages first, each group from the most to the least recently published. */
    listDue: async (limit: number): Promise<string[]> => {
      const isNew = sql`bool_or(${bookPageManifests.fileKey} is null or ${bookPageManifests.edition} <> ${EDITION})`
      const { rows } = await orm.execute<{ key: string }>(sql`
        select ${mediaFiles.key} as key from ${mediaAssets}
        join ${mediaFiles} on ${mediaFiles.assetId} = ${mediaAssets.id}
        left join ${bookPageManifests} on ${bookPageManifests.fileKey} = ${mediaFiles.key}
        where ${ofDocuments} and (${bookPageManifests.fileKey} is null or ${bookPageManifests.edition} <> ${EDITION} or ${bookPageManifests.state} = 'making')
        group by ${mediaFiles.key}
        order by ${isNew} desc, max(${mediaAssets.createdAt}) desc, max(${mediaFiles.role}) desc
        limit ${limit}
      `)
      return rows.map(({ key }) => key)
    },

    missingTexts: (key: string, pageCount: number, limit: number): Promise<number[]> =>
      numbers(sql`
        select page from generate_series(1, ${pageCount}::int) as page
        where not exists (select 1 from ${pageTexts} where ${pageTexts.fileKey} = ${key} and ${pageTexts.page} = page.page)
        order by page limit ${limit}
      `),

    missingPictures: (key: string, pageCount: number, limit: number): Promise<number[]> =>
      numbers(sql`
        select page from generate_series(1, ${pageCount}::int) as page
        where not exists (
          select 1 from ${bookPagePictures}
          where ${bookPagePictures.fileKey} = ${key} and ${bookPagePictures.page} = page.page and ${bookPagePictures.series} = 'usual'
        )
        order by page limit ${limit}
      `),

    /**
     * Marks a file as completely rendered.
     * @param raiseVersion increments the catalogue version
     */
    setComplete: (key: string, raiseVersion: (transaction: Transaction) => Promise<void>): Promise<void> =>
      orm.transaction(async (transaction) => {
        const hasText = sql`exists (select 1 from ${pageTexts} where ${pageTexts.fileKey} = ${key} and ${pageTexts.content} <> '')`
        await transaction.update(bookPageManifests).set({ state: 'complete', hasText, madeAt: sql`now()` }).where(thisManifest(key))
        await raiseVersion(transaction)
      }),

    /** Marks pages that could not be rendered as due. Pages that exceeded a time or memory limit are included only with `costlyToo`. */
    forgetUndrawn: async ({ costlyToo }: { costlyToo: boolean }): Promise<void> => {
      const { packKey, isCostly, fileKey } = bookPagePictures
      const isUndrawn = sql`${packKey} is null and (${costlyToo}::boolean or not ${isCostly})`
      const forgotten = sql`delete from ${bookPagePictures} where ${isUndrawn} returning ${fileKey} as key`
      await orm.execute(sql`
        with forgotten as (${forgotten})
        update ${bookPageManifests} set state = 'making' where ${bookPageManifests.fileKey} in (select key from forgotten)
      `)
    },

    /** Lists the rendition assets of failed manifests, of files without a book, or of all manifests. */
    listAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<string[]> => {
      const where = {
        all: sql`true`,
        failed: sql`exists (select 1 from ${bookPageManifests} where ${bookPageManifests.assetId} = ${mediaAssets.id} and ${bookPageManifests.state} = 'failed')`,
        orphaned: sql`not exists (select 1 from ${mediaFiles} where ${mediaFiles.key} = ${mediaAssets.derivedFrom})`,
      }
      const rows = await orm.select({ id: mediaAssets.id }).from(mediaAssets).where(sql`${mediaAssets.kind} = 'pages' and ${where[which]}`)
      return rows.map(({ id }) => id)
    },

    /** Lists the keys of files that could not be rendered. */
    listFailedFiles: async (limit: number): Promise<string[]> => {
      const { fileKey, state, edition } = bookPageManifests
      const failed = and(eq(state, 'failed'), eq(edition, EDITION))
      const rows = await orm.select({ key: fileKey }).from(bookPageManifests).where(failed).orderBy(fileKey).limit(limit)
      return rows.map(({ key }) => key)
    },

    /** Counts the books with missing pages, and the missing pages of books whose page count is known. */
    countWaiting: async (): Promise<{ books: number; pages: number }> => {
      const { rows } = await orm.execute<{ books: number; pages: number }>(sql`
        select count(*)::int as books, coalesce(sum(greatest(${bookPageManifests.pageCount} - drawn.count, 0)), 0)::int as pages
        from (
          select distinct ${mediaFiles.key} as key from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
          where ${isReadable} and ${mediaFiles.role} = 'original'
        ) as file
        left join ${bookPageManifests} on ${bookPageManifests.fileKey} = file.key and ${bookPageManifests.edition} = ${EDITION}
        left join lateral (
          select count(*) from ${bookPagePictures}
          where ${bookPagePictures.fileKey} = file.key and ${bookPagePictures.series} = 'usual' and ${bookPageManifests.state} = 'making'
        ) as drawn on true
        where ${bookPageManifests.state} is null or ${bookPageManifests.state} = 'making'
      `)
      return rows[0] ?? { books: 0, pages: 0 }
    },

    progress: async (): Promise<PagesProgress> => {
      const { rows } = await orm.execute<PagesProgress>(sql`
        select count(*) filter (where state = 'complete')::int as complete,
          count(*) filter (where state is null or state = 'making')::int as waiting,
          count(*) filter (where state = 'failed')::int as failed
        from (
          select distinct ${mediaFiles.key} as key from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
          where ${isReadable} and ${mediaFiles.role} = 'original'
        ) as file
        left join ${bookPageManifests} on ${bookPageManifests.fileKey} = file.key and ${bookPageManifests.edition} = ${EDITION}
      `)
      return rows[0] ?? { complete: 0, waiting: 0, failed: 0 }
    },
  }
}
