import { sql } from 'drizzle-orm'
import { SEPARATORS, toLetters, wordsOfPage } from '#contracts/reading/place-words.ts'
import type { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { pageTexts } from './book-pages.schema.ts'

export type FindPlaces = ReturnType<typeof createFindPlaces>

/** Minimum number of letters of half of the words, which is searched if a page ends within the words. */
const MIN_HALF = 20
/** Number of letters of the next page that words at the end of a page may continue on. */
const OVERLAP = 200

type Row = { found: number | null; content: string | null; read: number }

/** Finds the words of places in one file. A reader who may read the file may read the whole response. */
export function createFindPlaces(orm: Orm) {
  const list = (values: unknown[], type: 'int' | 'text') =>
    sql`array[${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )}]::${sql.raw(type)}[]`

  /** Subquery for the page nearest to the one in the other edition on which the words begin. */
  const nearest = (words: string) => sql`(
    select texts.page from texts where position(${sql.raw(words)} in texts.joined) between 1 and texts.length
    order by abs(texts.page - sought.page), texts.page limit 1
  )`

  /** @param pageCount number of pages of the file, including pages without extracted text */
  return async (fileKey: string, pageCount: number, { places }: SoughtPlaces): Promise<FoundPlaces> => {
    const letters = places.map(({ words }) => halve(toLetters(words ?? '')))
    const { rows } = await orm.execute<Row>(sql`
      with pages as materialized (
        select ${pageTexts.page}, ${pageTexts.content}, translate(${pageTexts.content}, ${SEPARATORS}, '') as letters
        from ${pageTexts} where ${pageTexts.fileKey} = ${fileKey}
      ),
      texts as materialized (
        select page, length(letters) as length, letters || left(coalesce(lead(letters) over (order by page), ''), ${OVERLAP}) as joined from pages
      ),
      sought as (
        select * from unnest(
          ${list(
            places.map(({ page }) => page),
            'int',
          )},
          ${list(
            letters.map(({ whole }) => whole),
            'text',
          )},
          ${list(
            letters.map(({ first }) => first),
            'text',
          )},
          ${list(
            letters.map(({ last }) => last),
            'text',
          )}
        ) with ordinality as sought(page, whole, first, last, number)
      )
      select
        coalesce(${nearest('sought.whole')}, ${nearest('sought.first')}, ${nearest('sought.last')}) as found,
        case when sought.whole is null then (select content from pages where pages.page = sought.page) end as content,
        (select count(*)::int from pages) as read
      from sought order by sought.number
    `)
    return {
      places: places.map(({ page, words }, index) => {
        const { found = null, content = null } = rows[index] ?? {}
        return letters[index]?.whole ? { page: found, words: words ?? null } : { page, words: wordsOfPage(content ?? '') ?? null }
      }),
      isComplete: rows[0]?.read === pageCount,
    }
  }
}

function halve(letters: string): { whole: string | null; first: string | null; last: string | null } {
  const half = Math.ceil(letters.length / 2)
  const hasHalves = half >= MIN_HALF
  return { whole: letters || null, first: hasHalves ? letters.slice(0, half) : null, last: hasHalves ? letters.slice(half) : null }
}
