import { and, eq, getTableColumns, inArray, like, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Book, BookDetails, BookEdition, Imprint } from '#contracts/catalogue/book.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import { hasAbility, READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import type { BookOrder, BookQuery } from '#contracts/common/list.ts'
import { fromMinor } from '#contracts/shop/money.ts'
import { editions } from '#server/catalogue/items/editions.schema.ts'
import {
  describeEdition,
  describeSound,
  editionsOf,
  firstEdition,
  isEditionOf,
  type StoredEdition,
} from '#server/catalogue/items/editions.store.ts'
import { itemSlugs } from '#server/catalogue/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/catalogue/items/item-slugs.store.ts'
import { createItemStore, type ItemStoreOptions, itemTimes, withoutQueried } from '#server/catalogue/items/items.store.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import { type AudioDetails, defaultPictureSource, type PdfDetails } from '#server/media/store/media-asset.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/row-version.ts'
import { inCategory, type ListOrder } from '#server/platform/lists/plan-list.ts'
import { books, primaryLanguage, seriesOrder, titleOrder } from './books.schema.ts'

const cover = alias(mediaAssets, 'cover')
const { searchName: _searchName, searchText: _searchText, searchVector: _searchVector, ...columns } = getTableColumns(books)

/** Author names that differ only in case or spaces belong to one author. */
const isBy = (author: string) => eq(sql`name_key(${books.author})`, sql`name_key(${author})`)

/** Books with one of the ids, or of the current or former slugs. */
function isAmong(idsOrSlugs: string[]): SQL {
  const list = sql`${sql.param(idsOrSlugs)}::text[]`
  const slugged = sql`select ${itemSlugs.itemId} from ${itemSlugs} where ${itemSlugs.kind} = 'book' and ${itemSlugs.slug} = any(${list})`
  return sql`${books.id} = any(array(${slugged}) || ${list})`
}

/** Books in a language or in one of its variants, as basic filtering of RFC 4647: `pt` matches `pt-BR`, and `pt-BR` does not match `pt`. */
function isIn(language: string) {
  const primary = language.split('-')[0] ?? ''
  const isPrimary = eq(primaryLanguage(books.language), primary)
  return primary === language ? isPrimary : and(isPrimary, or(eq(books.language, language), like(books.language, `${language}-%`)))
}

/** Condition for free books, identical to the condition of the partial index */
const isFree = sql`${books.priceMinor} <= 0`

const hasSound = sql`exists (select 1 from ${editions} where ${isEditionOf('book', books.id, 'audio')} and ${editions.assetId} is not null)`

const ORDERS: Record<BookOrder, ListOrder> = {
  newest: { descending: true },
  oldest: { descending: false },
  title: { by: titleOrder(books.searchName), descending: false },
  cheapest: { by: books.priceMinor, descending: false },
  dearest: { by: books.priceMinor, descending: true },
  series: { by: seriesOrder(books.seriesNumber), descending: false },
}

/** Book with the fields of the table that lists omit. */
export type StoredBook = Book & Imprint & Pick<BookDetails, 'editions' | 'offerEpub'>
export type BookRow = typeof books.$inferSelect
export type BookStore = ReturnType<typeof createBookStore>

export function createBookStore(orm: Orm, options: ItemStoreOptions = {}) {
  const items = createItemStore(orm, {
    ...options,
    table: books,
    kind: 'book',
    name: books.title,
    cover: books.coverId,
    categories: books.categories,
    // Default order of books: best-selling first.
    highest: books.unitsSold,
    orders: ORDERS,
    narrow: ({
      ids,
      category,
      author,
      excludeAuthor,
      series,
      language,
      price,
      free = price === 'free',
    }: BookQuery & { free?: boolean; newest?: boolean }) => ({
      filters: and(
        ids ? isAmong(ids.split(',')) : undefined,
        inCategory(books.categories, category),
        author ? isBy(author) : undefined,
        series ? eq(books.seriesSlug, series) : undefined,
        language ? isIn(language) : undefined,
        free ? isFree : undefined,
        price === 'paid' ? not(isFree) : undefined,
      ),
      except: excludeAuthor ? isBy(excludeAuthor) : undefined,
    }),
    select,
    toItem: toBook,
  })

  return {
    ...items,

    /** Stores the number of payments for a book that count as sales. */
    setSold: async (transaction: Transaction, id: string, sold: number): Promise<'changed' | 'same' | 'gone'> => {
      const [row] = await transaction
        .select({ sold: books.unitsSold, deletedAt: books.deletedAt })
        .from(books)
        .where(eq(books.id, id))
        .for('update')
      if (!row || row.deletedAt) return 'gone'
      if (row.sold === sold) return 'same'
      await transaction.update(books).set({ unitsSold: sold }).where(eq(books.id, id))
      return 'changed'
    },

    /** Returns the JPEGs of the books' covers and their thumbnails, each by book id. */
    coverJpegs: async (ids: string[]) => {
      const { key, type, bytes, role } = mediaFiles
      const rows = await orm
        .select({ id: books.id, key, type, bytes, role })
        .from(books)
        .innerJoin(mediaFiles, and(eq(mediaFiles.assetId, books.coverId), inArray(role, ['jpeg', 'thumbnail'])))
        .where(sql`${books.id} = any(${sql.param(ids)}::text[])`)
      const inRole = (wanted: string) => new Map(rows.flatMap(({ id, role, ...file }) => (role === wanted ? [[id, file] as const] : [])))
      return { jpeg: inRole('jpeg'), thumbnail: inRole('thumbnail') }
    },

    /** Returns a page of the public free audiobooks and the audiobooks of the books with the given ids, newest first, and their number. */
    listHearable: (ids: string[], page: { limit: number; offset: number }) =>
      items.listNewest(and(hasSound, or(and(books.isListed, isFree), inArray(books.id, ids))), page),

    /** Returns those of the books that have an audiobook. */
    findWithSound: async (ids: string[]): Promise<string[]> => {
      if (ids.length === 0) return []
      const rows = await orm
        .select({ id: books.id })
        .from(books)
        .where(and(hasSound, inArray(books.id, ids)))
      return rows.map(({ id }) => id)
    },

    /** Lists the authors of books, ordered by name. Names that differ only in case or spaces belong to one author. */
    listAuthors: async ({ after = '', limit }: { after?: string; limit: number }) => {
      const { rows } = await orm.execute<{ name: string; books: number; updatedAt: string }>(sql`
        select min(author) as name, count(*)::int as books,
          to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
        from ${books}
        where ${books.isListed} and name_key(author) > name_key(${after})
        group by name_key(author)
        order by name_key(author)
        limit ${limit + 1}
      `)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { items, ...(rows.length > limit && last && { next: last.name }) }
    },

    /** Renames the author of all their books, in every state and in the bin. Returns the number of books, and the slugs of listed ones. */
    renameAuthor: async (transaction: Transaction, from: string, to: string): Promise<{ renamed: number; listed: string[] }> => {
      const update = transaction
        .update(books)
        .set({ author: to, updatedAt: nextVersion(books.updatedAt) })
        .where(isBy(from))
        .returning({ id: books.id, isListed: books.isListed })
      const renamed = transaction.$with('renamed').as(update)
      const rows = await transaction
        .with(renamed)
        .select({ isListed: renamed.isListed, slug: itemSlugs.slug })
        .from(renamed)
        .leftJoin(itemSlugs, and(eq(itemSlugs.kind, 'book'), itemSlugs.isCurrent, eq(itemSlugs.itemId, renamed.id)))
      return { renamed: rows.length, listed: rows.flatMap(({ isListed, slug }) => (isListed && slug ? [slug] : [])) }
    },

    /** Returns the time of the last change of a public book, for each author name with such books. */
    lastChangeByAuthor: async (names: string[]): Promise<Map<string, string>> => {
      if (names.length === 0) return new Map()
      const { rows } = await orm.execute<{ name: string; changed: string }>(sql`
        select name, max(${books.updatedAt}) as changed
        from unnest(${sql.param([...new Set(names)])}::text[]) as name
        join ${books} on name_key(${books.author}) = name_key(name) and ${books.isListed}
        group by name
      `)
      return new Map(rows.map(({ name, changed }) => [name, new Date(changed).toISOString()]))
    },

    /** Counts the books of each author name, ignoring case, spaces and apostrophes. */
    countByAuthor: async (names: string[], reader: Reader = orm): Promise<Map<string, number>> => {
      if (names.length === 0) return new Map()
      const { rows } = await reader.execute<{ name: string; count: number }>(sql`
        select name, count(*)::int as count
        from unnest(${sql.param([...new Set(names)])}::text[]) as name
        join ${books} on name_key(${books.author}) = name_key(name) and ${books.isListed}
        group by name
      `)
      return new Map(rows.map((row) => [row.name, row.count]))
    },
  }
}

async function select(reader: Reader, where: SQL) {
  return reader
    .select({
      ...columns,
      slug: itemSlugs.slug,
      cover: cover.details,
      editions: editionsOf('book', books.id),
    })
    .from(books)
    .innerJoin(cover, eq(cover.id, books.coverId))
    .leftJoin(itemSlugs, hasCurrentSlug('book', books.id))
    .where(where)
}

/** Converts a row to a book. List responses omit the fields that their schema does not contain. */
function toBook(row: Awaited<ReturnType<typeof select>>[number]): StoredBook & { sortId: string } {
  const { coverId: _coverId, unitsSold, priceMinor, ...own } = withoutQueried(row)
  const picture = row.cover as Picture
  const editions = row.editions.map((edition) => toEdition(edition, { isPriced: priceMinor > 0 }))
  const { url, bytes, previewUrl, pageCount = null, encrypted = false } = firstEdition(editions, ...READABLE_FORMATS)
  return {
    ...own,
    slug: row.slug ?? row.id,
    price: fromMinor(priceMinor),
    coverImageUrl: defaultPictureSource(picture),
    pdfUrl: url,
    pdfBytes: bytes,
    cover: picture,
    pageCount,
    encrypted,
    sold: unitsSold > 0,
    hasAudio: editions.some(({ format }) => hasAbility(format, 'sound')),
    previewUrl,
    editions,
    ...itemTimes(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function toEdition(stored: StoredEdition, { isPriced }: { isPriced: boolean }): BookEdition {
  const { pageCount, encrypted, chapters } = stored.details as Partial<PdfDetails & AudioDetails>
  return {
    ...describeEdition(stored, { isPriced }),
    pageCount,
    encrypted,
    ...(hasAbility(stored.format, 'sound') && describeSound(stored)),
    chapters,
  }
}
