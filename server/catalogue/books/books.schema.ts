import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, real, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import type { Contributor } from '#contracts/catalogue/contributor.ts'
import { itemStateColumns, itemStateIndexes } from '#server/catalogue/items/item-state.schema.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { tsvector } from '#server/platform/database/tsvector.ts'

/** Sort key of books: the first characters of title and author, since index entries are limited in size. */
export const titleOrder = (searchName: SQLWrapper) => sql`left(${searchName}, 200)`

/** Sort key of the books of a series. Books without a number are last. */
export const seriesOrder = (seriesNumber: SQLWrapper) => sql`coalesce(${seriesNumber}, 10000)`

/** Primary language of a book: `pt` for `pt-BR`. */
export const primaryLanguage = (language: SQLWrapper) => sql`split_part(${language}, '-', 1)`

export const books = pgTable(
  'books',
  {
    // UUIDv7 of the time at which the book was added.
    id: text().primaryKey(),
    title: text().notNull(),
    subtitle: text().notNull().default(''),
    author: text().notNull(),
    contributors: jsonb().$type<Contributor[]>().notNull().default([]),
    language: text(),
    isbn: text(),
    publisher: text().notNull().default(''),
    publishedYear: smallint('published_year'),
    editionStatement: text('edition_statement').notNull().default(''),
    rights: text().notNull().default(''),
    /** Whether the EPUB that is made from the text of the PDF is offered */
    offerEpub: boolean('offer_epub').notNull().default(false),
    series: text().notNull().default(''),
    /** Last segment of the series page's URL, made from the name of the series */
    seriesSlug: text('series_slug'),
    seriesNumber: real('series_number'),
    description: text().notNull(),
    priceMinor: integer('price_minor').notNull(),
    categories: text().array().notNull(),
    /** Words by which searches find the item, in addition to its texts */
    subjects: text().array().notNull().default([]),
    coverId: text('cover_id')
      .notNull()
      .references(() => mediaAssets.id),
    coverAlt: text('cover_alt').notNull().default(''),
    /** Number of payments for the book that count as sales */
    unitsSold: integer('units_sold').notNull().default(0),
    ...itemStateColumns(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    searchName: text('search_name').generatedAlwaysAs(sql`searchable(title || ' ' || author)`),
    searchText: text('search_text').generatedAlwaysAs(
      sql`searchable(title || ' ' || subtitle || ' ' || author || ' ' || jsonb_path_query_array(contributors, '$.name')::text || ' ' || series || ' ' || coalesce(isbn, '') || ' ' || description || ' ' || join_words(categories) || ' ' || join_words(subjects))`,
    ),
    /** Search vector with title and subtitle (weight A), names, ISBN, categories and subjects (weight B), and the description (weight D) */
    searchVector: tsvector('search_vector').generatedAlwaysAs(
      sql`search_vector(title || ' ' || subtitle, author || ' ' || jsonb_path_query_array(contributors, '$.name')::text || ' ' || series || ' ' || coalesce(isbn, '') || ' ' || join_words(categories) || ' ' || join_words(subjects), description)`,
    ),
  },
  (table) => [
    index('books_title').on(titleOrder(table.searchName), table.sortId),
    index('books_price').on(table.priceMinor, table.sortId),
    index('books_best_selling').on(table.unitsSold, table.sortId),
    ...itemStateIndexes('books', table),
    index('books_author').on(sql`name_key(${table.author})`),
    index('books_free').on(table.sortId).where(sql`${table.priceMinor} <= 0`),
    index('books_categories').using('gin', table.categories),
    index('books_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('books_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
    index('books_search_vector').using('gin', table.searchVector),
    index('books_created').on(table.createdAt),
    index('books_series').on(table.seriesSlug, seriesOrder(table.seriesNumber), table.sortId),
    index('books_language').on(primaryLanguage(table.language), table.unitsSold, table.sortId),
    index('books_cover').on(table.coverId),
  ],
)
