import { and, eq, sql } from 'drizzle-orm'
import type { BookPages } from '#contracts/book-pages.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { mediaAssets, mediaFiles } from '#server/platform/media/store/media.schema.ts'
import { bookPagePictures, bookPageSets, pageTexts } from './book-pages.schema.ts'
import { EDITION, type PageSet, type PageSetState, type Series, type StoredPicture } from './page-set.ts'

type PageText = Omit<typeof pageTexts.$inferSelect, 'fileKey' | 'search'>
type PagePictures = { packKey: string | null; pictures: StoredPicture[] }
/** How many books have all their pages, how many wait for them, and of how many none can be made. */
export type PagesProgress = { complete: number; waiting: number; failed: number }

export type BookPageStore = ReturnType<typeof createBookPageStore>

const ofBooks = sql`${mediaAssets.kind} = 'pdf' and ${mediaFiles.role} in ('original', 'preview')`

/** What was made from the files of books. Sets of other editions count as missing. */
export function createBookPageStore(orm: Orm) {
  const thisSet = (key: string) => and(eq(bookPageSets.fileKey, key), eq(bookPageSets.edition, EDITION))
  const numbers = async (query: ReturnType<typeof sql>) => (await orm.execute<{ page: number }>(query)).rows.map(({ page }) => page)

  return {
    findSet: async (key: string): Promise<PageSet | undefined> => {
      const [row] = await orm.select().from(bookPageSets).where(thisSet(key))
      return row
    },

    findText: async (key: string, page: number): Promise<Omit<PageText, 'page' | 'content'> | undefined> => {
      const { runs, direction, links } = pageTexts
      const isThis = and(eq(pageTexts.fileKey, key), eq(pageTexts.page, page))
      const [row] = await orm.select({ runs, direction, links }).from(pageTexts).where(isThis)
      return row
    },

    findPictures: async (key: string, page: number, series: Series): Promise<PagePictures | undefined> => {
      const { packKey, pictures } = bookPagePictures
      const isThis = and(eq(bookPagePictures.fileKey, key), eq(bookPagePictures.page, page), eq(bookPagePictures.series, series))
      const [row] = await orm.select({ packKey, pictures }).from(bookPagePictures).where(isThis)
      return row
    },

    /** Files without all their pages: first those of which nothing is there, and of these what was published last. */
    listDue: async (limit: number): Promise<string[]> => {
      const isNew = sql`bool_or(${bookPageSets.fileKey} is null or ${bookPageSets.edition} <> ${EDITION})`
      const { rows } = await orm.execute<{ key: string }>(sql`
        select ${mediaFiles.key} as key from ${mediaAssets}
        join ${mediaFiles} on ${mediaFiles.assetId} = ${mediaAssets.id}
        left join ${bookPageSets} on ${bookPageSets.fileKey} = ${mediaFiles.key}
        where ${ofBooks} and (${bookPageSets.fileKey} is null or ${bookPageSets.edition} <> ${EDITION} or ${bookPageSets.state} = 'making')
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

    /** Keeps others from storing pages of this file. False when the file is not one of a book any more. */
    lockFile: async (transaction: Transaction, key: string): Promise<boolean> => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.pagesStored}::int, hashtext(${key}))`)
      // While the row is locked, the file is not removed.
      const { rows } = await transaction.execute(sql`
        select 1 from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
        where ${mediaFiles.key} = ${key} and ${ofBooks} limit 1 for share of ${mediaFiles}
      `)
      return rows.length > 0
    },

    /** The asset that holds what was made of the file, in whatever edition. */
    findAsset: async (
      transaction: Transaction,
      key: string,
    ): Promise<{ id: string; state: PageSetState; isCurrent: boolean } | undefined> => {
      const { assetId: id, state, edition } = bookPageSets
      const [row] = await transaction.select({ id, state, edition }).from(bookPageSets).where(eq(bookPageSets.fileKey, key))
      return row && { id: row.id, state: row.state, isCurrent: row.edition === EDITION }
    },

    insertSet: async (
      transaction: Transaction,
      key: string,
      { assetId, state, pages }: { assetId: string; state: PageSetState; pages: BookPages },
    ): Promise<void> => {
      await transaction.insert(bookPageSets).values({ fileKey: key, assetId, edition: EDITION, state, ...pages })
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
      series: Series,
      pages: (PagePictures & { page: number })[],
    ): Promise<void> => {
      await transaction
        .insert(bookPagePictures)
        .values(pages.map((pictures) => ({ fileKey: key, series, ...pictures })))
        .onConflictDoNothing()
    },

    /** @param raiseVersion counts a change of the catalogue */
    setComplete: (key: string, raiseVersion: (transaction: Transaction) => Promise<void>): Promise<void> =>
      orm.transaction(async (transaction) => {
        const hasText = sql`exists (select 1 from ${pageTexts} where ${pageTexts.fileKey} = ${key} and ${pageTexts.content} <> '')`
        await transaction.update(bookPageSets).set({ state: 'complete', hasText, madeAt: sql`now()` }).where(thisSet(key))
        await raiseVersion(transaction)
      }),

    /** Of sets that failed, of files that no book has any more, or all. */
    listAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<string[]> => {
      const where = {
        all: sql`true`,
        failed: sql`exists (select 1 from ${bookPageSets} where ${bookPageSets.assetId} = ${mediaAssets.id} and ${bookPageSets.state} = 'failed')`,
        orphaned: sql`not exists (select 1 from ${mediaFiles} where ${mediaFiles.key} = ${mediaAssets.derivedFrom})`,
      }
      const rows = await orm.select({ id: mediaAssets.id }).from(mediaAssets).where(sql`${mediaAssets.kind} = 'pages' and ${where[which]}`)
      return rows.map(({ id }) => id)
    },

    /** Pages that could not be drawn wait for another try. */
    forgetUndrawn: async (): Promise<void> => {
      const forgotten = sql`delete from ${bookPagePictures} where ${bookPagePictures.packKey} is null returning ${bookPagePictures.fileKey} as key`
      await orm.execute(sql`
        with forgotten as (${forgotten})
        update ${bookPageSets} set state = 'making' where ${bookPageSets.fileKey} in (select key from forgotten)
      `)
    },

    progress: async (): Promise<PagesProgress> => {
      const { rows } = await orm.execute<PagesProgress>(sql`
        select count(*) filter (where state = 'complete')::int as complete,
          count(*) filter (where state is null or state = 'making')::int as waiting,
          count(*) filter (where state = 'failed')::int as failed
        from (
          select distinct ${mediaFiles.key} as key from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
          where ${mediaAssets.kind} = 'pdf' and ${mediaFiles.role} = 'original'
        ) as file
        left join ${bookPageSets} on ${bookPageSets.fileKey} = file.key and ${bookPageSets.edition} = ${EDITION}
      `)
      return rows[0] ?? { complete: 0, waiting: 0, failed: 0 }
    },
  }
}
