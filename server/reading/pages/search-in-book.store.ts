import { sql } from 'drizzle-orm'
import { MAX_PAGE_HITS, type PageHits } from '#contracts/reading/page-search.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { abridge, markText, SNIPPET, splitMarked } from '#server/platform/lists/marked-text.ts'
import { askedFor, requiresWord, SEARCH_TERMS } from '#server/platform/lists/search-source.ts'
import { pageTexts } from './book-pages.schema.ts'

export type SearchInBook = ReturnType<typeof createSearchInBook>

/** Finds the pages of one file that contain the words. A reader who may read the file may read the whole response. */
export function createSearchInBook(orm: Orm) {
  /** @param pageCount number of pages of the file, including pages whose texts are not read yet */
  return async (fileKey: string, pageCount: number, q: string): Promise<PageHits> => {
    const { query } = SEARCH_TERMS
    // Selects by file, which has few pages, and not by word, which may be on all pages of the library.
    const { rows } = await orm.execute<{ page: number | null; total: number; text: string; read: number }>(sql`
      with ${askedFor(q.replaceAll('\0', ''))},
      book as materialized (
        select ${pageTexts.page}, ${pageTexts.content}, ${pageTexts.search} from ${pageTexts} where ${pageTexts.fileKey} = ${fileKey}
      ),
      hits as materialized (
        select page, content, (count(*) over ())::int as total from book
        where search @@ ${query} and ${requiresWord(query)} order by page limit ${MAX_PAGE_HITS}
      )
      select page, total, ${markText(sql`content`, query, SNIPPET)} as text, all_pages.read
      from (select count(*)::int as read from book) as all_pages left join hits on true order by page
    `)
    return {
      hits: rows.flatMap(({ page, text }) => (page === null ? [] : [{ page, text: abridge(splitMarked(text)) }])),
      total: rows[0]?.total ?? 0,
      isComplete: rows[0]?.read === pageCount,
    }
  }
}
