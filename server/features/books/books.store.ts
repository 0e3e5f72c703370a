import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Book } from '#contracts/book.ts'
import type { BookQuery, Page } from '#contracts/list.ts'
import { fromMinor } from '#contracts/money.ts'
import type { Picture } from '#contracts/picture.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/next-version.ts'
import { inCategory } from '#server/platform/lists/in-category.ts'
import { planList } from '#server/platform/lists/plan-list.ts'
import { type HandleBatch, readWholeList } from '#server/platform/lists/read-all.ts'
import { readPage } from '#server/platform/lists/read-page.ts'
import { defaultPictureSource } from '#server/platform/media/store/default-source.ts'
import { mediaAssets, mediaFiles } from '#server/platform/media/store/media.schema.ts'
import type { PdfDetails } from '#server/platform/media/store/media-asset.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { books } from './books.schema.ts'

const cover = alias(mediaAssets, 'cover')
const pdf = alias(mediaAssets, 'pdf')
const pdfFile = alias(mediaFiles, 'pdf_file')
const preview = alias(mediaFiles, 'preview')
const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(books)

/** Names that differ only in small and capital letters or in their spaces are one author's. */
const isBy = (author: string) => eq(sql`name_key(${books.author})`, sql`name_key(${author})`)

export type BookRow = typeof books.$inferSelect
export type NewBook = Omit<typeof books.$inferInsert, 'searchName' | 'searchText'>
export type BookStore = ReturnType<typeof createBookStore>

export function createBookStore(orm: Orm, { count = (_key, work) => work() }: { count?: VersionedCache<number> } = {}) {
  const selectItems = (from: Orm | Transaction = orm) =>
    from
      .select({
        ...columns,
        cover: cover.details,
        pdf: pdf.details,
        pdfKey: pdfFile.key,
        pdfBytes: pdfFile.bytes,
        previewKey: preview.key,
      })
      .from(books)
      .innerJoin(cover, eq(cover.id, books.coverId))
      .innerJoin(pdf, eq(pdf.id, books.pdfId))
      .innerJoin(pdfFile, and(eq(pdfFile.assetId, books.pdfId), eq(pdfFile.role, 'original')))
      .leftJoin(preview, and(eq(preview.assetId, books.pdfId), eq(preview.role, 'preview')))

  const planFor = (query: BookQuery) => planList(books, query, { highest: books.unitsSold })
  const narrow = ({ category, author, excludeAuthor }: BookQuery) => ({
    filters: and(inCategory(books.categories, category), author ? isBy(author) : undefined),
    except: excludeAuthor ? isBy(excludeAuthor) : undefined,
  })

  return {
    /** Best selling first, then newest; a search by how well it matches. */
    list: (query: BookQuery): Promise<Page<Book>> =>
      readPage({ orm, table: books, count, noun: 'books' }, planFor(query), {
        query,
        ...narrow(query),
        select: (these) => selectItems().where(these),
        toItem: toBook,
      }),

    /** Everything that the query lets through, in the same order. */
    listAll: (query: BookQuery, take: HandleBatch<Book>): Promise<void> =>
      readWholeList(
        { orm, table: books },
        planFor(query),
        { ...narrow(query), select: (transaction, these) => selectItems(transaction).where(these), toItem: toBook },
        take,
      ),

    find: async (id: string): Promise<Book | undefined> => {
      const [row] = await selectItems().where(eq(books.id, id))
      return row && toBook(row)
    },

    /** What was added last, whatever order the lists have. */
    latest: (limit: number) =>
      orm.select({ id: books.id, name: books.title, createdAt: books.createdAt }).from(books).orderBy(desc(books.createdAt)).limit(limit),

    /** Holds the row until the transaction ends, so that two changes of one book follow each other. */
    lock: async (transaction: Transaction, id: string): Promise<BookRow | undefined> => {
      const [row] = await transaction.select().from(books).where(eq(books.id, id)).for('update')
      return row
    },

    insert: async (transaction: Transaction, book: NewBook) => {
      await transaction.insert(books).values(book)
    },

    update: async (transaction: Transaction, id: string, changes: Partial<NewBook>) => {
      await transaction
        .update(books)
        .set({ ...changes, updatedAt: nextVersion(books.updatedAt) })
        .where(eq(books.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(books).where(eq(books.id, id))
    },

    /** Notes how many payments for the book stand now. */
    setSold: async (transaction: Transaction, id: string, sold: number): Promise<'changed' | 'same' | 'gone'> => {
      const [row] = await transaction.select({ sold: books.unitsSold }).from(books).where(eq(books.id, id)).for('update')
      if (!row || row.sold === sold) return row ? 'same' : 'gone'
      await transaction.update(books).set({ unitsSold: sold }).where(eq(books.id, id))
      return 'changed'
    },

    filesOf: (transaction: Transaction, assetId: string) =>
      transaction.select({ key: mediaFiles.key, role: mediaFiles.role }).from(mediaFiles).where(eq(mediaFiles.assetId, assetId)),

    /** How many books carry each of the names as their author's, in small or capital letters and with any spaces. */
    countByAuthor: async (names: string[], from: Orm | Transaction = orm): Promise<Map<string, number>> => {
      if (names.length === 0) return new Map()
      const { rows } = await from.execute<{ name: string; count: number }>(sql`
        select name, count(*)::int as count
        from unnest(${sql.param([...new Set(names)])}::text[]) as name
        join ${books} on name_key(${books.author}) = name_key(name)
        group by name
      `)
      return new Map(rows.map((row) => [row.name, row.count]))
    },
  }
}

type Selected = Omit<BookRow, 'searchName' | 'searchText'> & {
  cover: unknown
  pdf: unknown
  pdfKey: string
  pdfBytes: number
  previewKey: string | null
}

function toBook(row: Selected): Book {
  const picture = row.cover as Picture
  const { pageCount, encrypted } = row.pdf as PdfDetails
  return {
    id: row.id,
    title: row.title,
    author: row.author,
    description: row.description,
    price: fromMinor(row.priceMinor),
    coverImageUrl: defaultPictureSource(picture),
    pdfUrl: row.pdfKey,
    categories: row.categories,
    cover: picture,
    pageCount,
    encrypted,
    previewUrl: row.priceMinor > 0 ? row.previewKey : null,
    pdfBytes: row.pdfBytes,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
