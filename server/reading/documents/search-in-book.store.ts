import { sql } from 'drizzle-orm'
import { createMatcher } from '#contracts/reading/found-words.ts'
import { MAX_PAGE_HITS, type PageHits } from '#contracts/reading/page-search.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { abridge, markText, SNIPPET, splitMarked } from '#server/platform/lists/marked-text.ts'
import { askedFor, requiresWord, SEARCH_TERMS } from '#server/platform/lists/search-source.ts'
import { pageTexts } from './book-pages.schema.ts'

export type SearchInBook = ReturnType<typeof createSearchInBook>

const WORDS = /[\p{L}\p{M}]+/gu
/** Limits of the search for similar words: number of pages of a file, number of words of a query, and minimum trigram similarity. */
const SIMILAR = { pages: 500, words: 8, least: 0.4 }

/** Finds the pages of one file that contain the words. A reader who may read the file may read the whole response. */
export function createSearchInBook(orm: Orm) {
  /**
   * Returns the pages of a book file that match the query. If none match, suggests a query with similar words that matches, if any.
   * @param pageCount number of pages of the file, including pages without extracted text
   */
  return async (fileKey: string, pageCount: number, q: string): Promise<PageHits> => {
    const found = await find(fileKey, pageCount, q)
    if (found.total > 0) return found
    const similar = await replaceUnknown(fileKey, q)
    const isFound = similar !== q && (await find(fileKey, pageCount, similar)).total > 0
    return { ...found, suggestion: isFound ? similar : null }
  }

  async function find(fileKey: string, pageCount: number, q: string): Promise<PageHits> {
    const { query } = SEARCH_TERMS
    // Pages are selected by file, which has few pages, and not by word, which may be on all pages of all books.
    const { rows } = await orm.execute<{ page: number | null; total: number; text: string; content: string; read: number }>(sql`
      with ${askedFor(q.replaceAll('\0', ''))},
      book as materialized (
        select ${pageTexts.page}, ${pageTexts.content}, ${pageTexts.search} from ${pageTexts} where ${pageTexts.fileKey} = ${fileKey}
      ),
      hits as materialized (
        select page, content, (count(*) over ())::int as total from book
        where search @@ ${query} and ${requiresWord(query)} order by page limit ${MAX_PAGE_HITS}
      )
      select page, total, content, ${markText(sql`content`, query, SNIPPET)} as text, all_pages.read
      from (select count(*)::int as read from book) as all_pages left join hits on true order by page
    `)
    const found = rows.flatMap(({ page, content, text }) => (page === null ? [] : [{ page, content, text: splitMarked(text) }]))
    const findMatches = createMatcher(
      q,
      found.map(({ text }) => text),
    )
    return {
      hits: found.map(({ page, content, text }) => ({ page, count: Math.max(1, findMatches(content).length), text: abridge(text) })),
      total: rows[0]?.total ?? 0,
      isComplete: rows[0]?.read === pageCount,
      suggestion: null,
    }
  }

  /** Replaces each word that the file doesn't contain by the most similar word of the file. */
  async function replaceUnknown(fileKey: string, q: string): Promise<string> {
    const asked = [...new Set(q.toLowerCase().match(WORDS) ?? [])].slice(0, SIMILAR.words)
    if (asked.length === 0) return q
    const { rows } = await orm.execute<{ asked: string; word: string | null }>(sql`
      with words as materialized (
        select distinct word
        from (
          select ${pageTexts.content} from ${pageTexts} where ${pageTexts.fileKey} = ${fileKey}
          order by ${pageTexts.page} limit ${SIMILAR.pages}
        ) as pages, regexp_split_to_table(lower(content), '[^[:alpha:]]+') as word
        where length(word) between 3 and 40
      )
      select asked, (
        select word from words where similarity(word, asked) >= ${SIMILAR.least} order by word = asked desc, similarity(word, asked) desc, word limit 1
      ) as word
      from unnest(array[${sql.join(
        asked.map((word) => sql`${word}`),
        sql`, `,
      )}]::text[]) as asked`)
    const replacements = new Map(rows.map(({ asked, word }) => [asked, word]))
    return q.replaceAll(WORDS, (word) => replacements.get(word.toLowerCase()) ?? word)
  }
}
