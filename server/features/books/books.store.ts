import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Book } from '#contracts/book.ts'
import type { Picture } from '#contracts/item.ts'
import type { BookQuery } from '#contracts/list.ts'
import { fromMinor } from '#contracts/money.ts'
import { createItemStore, type ItemStoreOptions } from '#server/features/items/items.store.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { inCategory } from '#server/platform/lists/plan-list.ts'
import { mediaAssets, mediaFiles } from '#server/platform/media/store/media.schema.ts'
import { defaultPictureSource, type PdfDetails } from '#server/platform/media/store/media-asset.ts'
import { books } from './books.schema.ts'

const cover = alias(mediaAssets, 'cover')
const pdf = alias(mediaAssets, 'pdf')
const pdfFile = alias(mediaFiles, 'pdf_file')
const preview = alias(mediaFiles, 'preview')
const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(books)

/** Names that differ only in small and capital letters or in their spaces are one author's. */
const isBy = (author: string) => eq(sql`name_key(${books.author})`, sql`name_key(${author})`)

export type BookRow = typeof books.$inferSelect
export type BookStore = ReturnType<typeof createBookStore>

export function createBookStore(orm: Orm, options: ItemStoreOptions = {}) {
  const items = createItemStore(orm, {
    ...options,
    table: books,
    noun: 'books',
    name: books.title,
    // Best selling first.
    highest: books.unitsSold,
    narrow: ({ category, author, excludeAuthor }: BookQuery) => ({
      filters: and(inCategory(books.categories, category), author ? isBy(author) : undefined),
      except: excludeAuthor ? isBy(excludeAuthor) : undefined,
    }),
    select: (from, where) =>
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
        .where(where),
    toItem: toBook,
  })

  return {
    ...items,

    /** Stores how many payments for the book stand now. */
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
