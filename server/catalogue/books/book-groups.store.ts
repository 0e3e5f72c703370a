import { sql } from 'drizzle-orm'
import type { BookLanguage } from '#contracts/catalogue/book-groups.ts'
import { SITEMAP_ITEMS } from '#contracts/catalogue/sitemap.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { books, primaryLanguage } from './books.schema.ts'

const MAX_LANGUAGES = 100

/** Public books of one series or language, and the time of their latest change. */
type Group = { books: number; updatedAt: string }

const isoTime = sql`to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export type BookGroups = ReturnType<typeof createBookGroups>

/** Creates the queries for the languages and the series of public books. */
export function createBookGroups(orm: Orm) {
  return {
    /** Lists the primary languages of books, the one with most books first. */
    listLanguages: async (): Promise<(BookLanguage & Group)[]> => {
      const { rows } = await orm.execute<BookLanguage & Group>(sql`
        select ${primaryLanguage(books.language)} as language, count(*)::int as books, ${isoTime} as "updatedAt"
        from ${books}
        where ${books.isListed} and ${books.language} is not null
        group by 1
        order by 2 desc, 1
        limit ${MAX_LANGUAGES}
      `)
      return rows
    },

    /** Lists series in the order of their slugs. `next` is the slug after which the next page begins. */
    listSeries: async ({ after = '', limit }: { after?: string; limit: number }) => {
      const { rows } = await orm.execute<Group & { slug: string; name: string }>(sql`
        select series_slug as slug, min(series) as name, count(*)::int as books, ${isoTime} as "updatedAt"
        from ${books}
        where ${books.isListed} and series_slug > ${after}
        group by series_slug
        order by series_slug
        limit ${limit + 1}
      `)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { items, ...(rows.length > limit && last && { next: last.slug }) }
    },

    /** Lists the series of a sitemap page and counts all series: the oldest first, so that a new series changes only the last page. */
    listSeriesForSitemap: async (page: number) => {
      const { rows: items } = await orm.execute<{ slug: string; updatedAt: string }>(sql`
        select series_slug as slug, ${isoTime} as "updatedAt"
        from ${books}
        where ${books.isListed} and series_slug is not null
        group by series_slug
        order by min(${books.sortId}), series_slug
        limit ${SITEMAP_ITEMS} offset ${(page - 1) * SITEMAP_ITEMS}
      `)
      const { rows: counted } = await orm.execute<{ total: number }>(
        sql`select count(distinct series_slug)::int as total from ${books} where ${books.isListed}`,
      )
      return { items, total: counted[0]?.total ?? 0 }
    },
  }
}
