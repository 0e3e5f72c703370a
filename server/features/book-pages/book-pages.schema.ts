import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, type PgColumn, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { BookPages, PageText } from '#contracts/book-pages.ts'
import { tsvector } from '#server/platform/database/tsvector.ts'
import { mediaAssets } from '#server/platform/media/store/media.schema.ts'
import type { PageSetState, StoredPicture } from './page-set.ts'

/** What was made from a PDF: one row per file, whichever books it belongs to. */
export const bookPageSets = pgTable(
  'book_page_sets',
  {
    fileKey: text('file_key').primaryKey(),
    /** Holds the files with the pictures. Ends with the last row of the file itself, and everything here with it. */
    assetId: text('asset_id')
      .notNull()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    /** Sets of other editions are made anew */
    edition: integer().notNull(),
    state: text().$type<PageSetState>().notNull(),
    sizes: jsonb().$type<BookPages['sizes']>().notNull(),
    /** Read for every page, where the sizes of all would take long */
    pageCount: integer('page_count').notNull().generatedAlwaysAs(sql`jsonb_array_length(sizes)`),
    labels: jsonb().$type<BookPages['labels']>(),
    outline: jsonb().$type<BookPages['outline']>().notNull(),
    hasText: boolean('has_text').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('book_page_sets_asset').on(table.assetId)],
)

/** The pictures of a page that were made together. */
export const bookPagePictures = pgTable(
  'book_page_pictures',
  {
    fileKey: text('file_key')
      .notNull()
      .references(() => bookPageSets.fileKey, { onDelete: 'cascade' }),
    page: integer().notNull(),
    series: text().notNull(),
    /** The stored file that holds them, with those of other pages; null when the page can't be drawn */
    packKey: text('pack_key'),
    pictures: jsonb().$type<StoredPicture[]>().notNull(),
    /** Whether drawing the page exceeded a limit, so that another try would, too */
    isCostly: boolean('is_costly').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.fileKey, table.page, table.series] })],
)

/** The first one depends on the file, so that no page number is in all of them. As find_matching_pages() says it, too. */
function isEvery({ fileKey, page }: { fileKey: PgColumn; page: PgColumn }, count: number) {
  return sql`(hashtext(${fileKey})::bigint + ${page}) % ${sql.raw(String(count))} = 0`
}

export const pageTexts = pgTable(
  'page_texts',
  {
    fileKey: text('file_key')
      .notNull()
      .references(() => bookPageSets.fileKey, { onDelete: 'cascade' }),
    page: integer().notNull(),
    /** In reading order, lines joined, without hyphens at their ends. Empty when the page has no text or can't be read. */
    content: text().notNull(),
    runs: jsonb().$type<PageText['runs']>().notNull(),
    direction: text().$type<PageText['direction']>().notNull(),
    links: jsonb().$type<PageText['links']>().notNull().default([]),
    search: tsvector().generatedAlwaysAs(sql`to_tsvector('english', searchable(content))`),
  },
  (table) => [
    primaryKey({ columns: [table.fileKey, table.page] }),
    index('page_texts_search').using('gin', table.search),
    // Every eighth page of each file, and every eighth of these, for words of most pages (docs/decisions/0048).
    index('page_texts_eighth').using('gin', table.search).where(isEvery(table, 8)),
    index('page_texts_sixty_fourth').using('gin', table.search).where(isEvery(table, 64)),
  ],
)
