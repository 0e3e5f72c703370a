import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, type PgColumn, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { BookPages, PageText } from '#contracts/reading/book-pages.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { tsvector } from '#server/platform/database/tsvector.ts'
import type { PageManifestState, StoredPicture } from './page-manifest.ts'

/** Page manifest of a PDF: one row per file, shared by all books with this file. */
export const bookPageManifests = pgTable(
  'book_page_sets',
  {
    fileKey: text('file_key').primaryKey(),
    /** Asset with the files of the page images. Asset and renditions are deleted with the last database row that refers to the PDF. */
    assetId: text('asset_id')
      .notNull()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    /** Version of the renditions. Manifests of other versions are created again */
    edition: integer().notNull(),
    state: text().$type<PageManifestState>().notNull(),
    sizes: jsonb().$type<BookPages['sizes']>().notNull(),
    /** Generated column with the number of pages, which is needed for each page request and takes long to count from the sizes */
    pageCount: integer('page_count').notNull().generatedAlwaysAs(sql`jsonb_array_length(sizes)`),
    labels: jsonb().$type<BookPages['labels']>(),
    outline: jsonb().$type<BookPages['outline']>().notNull(),
    hasText: boolean('has_text').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('book_page_sets_asset').on(table.assetId)],
)

/** Images of a page that are rendered together. */
export const bookPagePictures = pgTable(
  'book_page_pictures',
  {
    fileKey: text('file_key')
      .notNull()
      .references(() => bookPageManifests.fileKey, { onDelete: 'cascade' }),
    page: integer().notNull(),
    series: text().notNull(),
    /** Key of the stored file that contains the images of this page and of other pages; null when the page can't be rendered */
    packKey: text('pack_key'),
    pictures: jsonb().$type<StoredPicture[]>().notNull(),
    /** Whether rendering the page exceeded a time or memory limit, so that another attempt would exceed it too */
    isCostly: boolean('is_costly').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.fileKey, table.page, table.series] })],
)

/**
 * Returns a condition that matches every `count`-th page. The first matching page depends on the file, so that no page number is in all
 * samples. find_matching_pages() uses an identical condition.
 */
function isEvery({ fileKey, page }: { fileKey: PgColumn; page: PgColumn }, count: number) {
  return sql`(hashtext(${fileKey})::bigint + ${page}) % ${sql.raw(String(count))} = 0`
}

export const pageTexts = pgTable(
  'page_texts',
  {
    fileKey: text('file_key')
      .notNull()
      .references(() => bookPageManifests.fileKey, { onDelete: 'cascade' }),
    page: integer().notNull(),
    /** Text in reading order, with lines joined and no hyphens at line ends. Empty when the page has no text or can't be read. */
    content: text().notNull(),
    runs: jsonb().$type<PageText['runs']>().notNull(),
    direction: text().$type<PageText['direction']>().notNull(),
    links: jsonb().$type<PageText['links']>().notNull().default([]),
    search: tsvector().generatedAlwaysAs(sql`to_tsvector('english', searchable(content))`),
  },
  (table) => [
    primaryKey({ columns: [table.fileKey, table.page] }),
    index('page_texts_search').using('gin', table.search),
    // Indexes on samples of every 8th and every 64th page of each file, for words that are on most pages (docs/decisions/0048).
    index('page_texts_eighth').using('gin', table.search).where(isEvery(table, 8)),
    index('page_texts_sixty_fourth').using('gin', table.search).where(isEvery(table, 64)),
  ],
)
