import { type SQL, sql } from 'drizzle-orm'
import { itemSlugs } from '#server/features/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/features/items/item-slugs.store.ts'
import { type SearchSource, searchTable } from '#server/platform/lists/search-source.ts'
import { mediaAssets, mediaFiles } from '#server/platform/media/store/media.schema.ts'
import { books } from './books.schema.ts'

/** The texts of pages, by the file that they are in. */
export type PageSearch = {
  /** Selects `file_key`, `page` and `score` */
  matches: (query: SQL) => SQL
  /** Selects `content` */
  content: (fileKey: SQL, page: SQL) => SQL
}

/** More words would tell which of them stand together on a page that only buyers read. */
const MAX_WORDS = 3

/**
 * Books for the search, with the pages in them. Everybody sees the words of a free book, and of a priced one those of its preview, which is
 * a file of its own. The other pages of a priced book are counted, for a few plain words: what is asked for can't be a sentence of theirs.
 */
export function createBookSearch(pages: PageSearch): SearchSource<'book'> {
  return {
    kind: 'book',
    ...searchTable(books),
    ...searchPages(pages),
    item: (id) => sql`
      select '/books/' || coalesce(${itemSlugs.slug}, ${books.id}) as path, ${books.title} as title, ${books.author} as made_by,
        ${mediaAssets.details} as picture, ${books.priceMinor} as price_minor, ${books.description} as content
      from ${books}
      join ${mediaAssets} on ${mediaAssets.id} = ${books.coverId}
      left join ${itemSlugs} on ${hasCurrentSlug('book', books.id)}
      where ${books.id} = ${id}`,
  }
}

function searchPages(pages: PageSearch): Required<Pick<SearchSource, 'places' | 'place'>> {
  const shownRole = sql`case when ${books.priceMinor} > 0 then 'preview' else 'original' end`
  return {
    // One by one: the planner would read the whole catalogue for some hundred pages.
    places: ({ text, query }) => sql`
      select book.id, page.page as place, not book.is_shown as is_hidden, case when book.is_shown then page.score else 0 end as score
      from (${pages.matches(query)}) as page
      cross join lateral (
        select ${books.id} as id, file.role = ${shownRole} as is_shown, file.role
        from ${mediaFiles} as file join ${books} on ${books.pdfId} = file.asset_id
        where file.key = page.file_key and file.role in ('original', 'preview')
        offset 0
      ) as book
      where book.is_shown or (book.role = 'original' and ${hasPlainWords(text, query)})`,
    place: (id, place) => sql`
      select ${place} as at, page.content
      from ${books}
      join ${mediaFiles} as file on file.asset_id = ${books.pdfId} and file.role = ${shownRole},
      lateral (${pages.content(sql`file.key`, place)}) as page
      where ${books.id} = ${id}`,
  }
}

/** Neither quoted, excluded nor alternative words: all of them are somewhere on the page. */
function hasPlainWords(text: SQL, query: SQL): SQL {
  return sql`(select ${query} = words and numnode(words) < ${sql.raw(String(2 * MAX_WORDS))} from plainto_tsquery('english', ${text}) as words)`
}
