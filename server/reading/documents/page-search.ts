import { type SQL, sql } from 'drizzle-orm'
import { rankOf } from '#server/platform/lists/search-source.ts'
import { pageTexts } from './book-pages.schema.ts'

/** Limit for matching pages in all files. For a frequent word, only some of its pages are returned (docs/decisions/0048). */
const MAX_PAGES = 500

/** Queries of page texts for the search across all books, without access checks. */
export const pageSearch = {
  matches: (query: SQL) => sql`
    select found.file_key, found.page, ${rankOf(sql`found.search`, query)} as score
    from find_matching_pages(${query}, ${sql.raw(String(MAX_PAGES))}) as found`,
  content: (fileKey: SQL, page: SQL) => sql`
    select ${pageTexts.content} as content from ${pageTexts} where ${pageTexts.fileKey} = ${fileKey} and ${pageTexts.page} = ${page}`,
}
