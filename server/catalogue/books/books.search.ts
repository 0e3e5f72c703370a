import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import { editions } from '#server/catalogue/items/editions.schema.ts'
import { isEditionOf } from '#server/catalogue/items/editions.store.ts'
import { itemSlugs } from '#server/catalogue/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/catalogue/items/item-slugs.store.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import { type SearchSource, searchTable } from '#server/platform/lists/search-source.ts'
import { books } from './books.schema.ts'

/** SQL queries for the extracted text of book pages, by file. */
export type PageSearch = {
  /** Returns a query that selects `file_key`, `page` and `score` of matching pages */
  matches: (query: SQL) => SQL
  /** Returns a query that selects the `content` of a page */
  content: (fileKey: SQL, page: SQL) => SQL
}

/**
 * Maximum number of words in a query for pages of priced books. Longer queries would reveal which words are together on a page that only
 * buyers may read.
 */
const MAX_WORDS = 3

/**
 * Creates the search source of books and their pages. The words of a free book, and of the preview of a priced book (a separate file), are
 * public. Matches on other pages of a priced book are only counted, and only for a few plain words, so that a query can't test for a
 * sentence on these pages.
 */
export function createBookSearch(pages: PageSearch): SearchSource<'book'> {
  return {
    kind: 'book',
    ...searchTable(books),
    ...searchPages(pages),
    item: (id) => sql`
      select '/books/' || coalesce(${itemSlugs.slug}, ${books.id}) as path, ${books.title} as title, ${books.author} as made_by,
        ${mediaAssets.details} as picture, ${books.priceMinor} as price_minor, ${books.language} as language,
        ${books.description} as content
      from ${books}
      join ${mediaAssets} on ${mediaAssets.id} = ${books.coverId}
      left join ${itemSlugs} on ${hasCurrentSlug('book', books.id)}
      where ${books.id} = ${id} and ${books.isListed}`,
  }
}

function searchPages(pages: PageSearch): Required<Pick<SearchSource, 'places' | 'place'>> {
  const shownRole = sql`case when ${books.priceMinor} > 0 then 'preview' else 'original' end`
  return {
    // The book of each matching page is looked up, since otherwise the planner would read all books for a few hundred pages.
    places: ({ text, query }) => sql`
      select book.id, page.page as place, not book.is_shown as is_hidden, case when book.is_shown then page.score else 0 end as score
      from (${pages.matches(query)}) as page
      cross join lateral (
        select ${books.id} as id, file.role = ${shownRole} as is_shown, file.role
        from ${mediaFiles} as file
        join ${editions} on ${editions.assetId} = file.asset_id
        join ${books} on ${isReadEdition(books.id)}
        where file.key = page.file_key and file.role in ('original', 'preview') and ${books.isListed}
        offset 0
      ) as book
      where book.is_shown or (book.role = 'original' and ${hasPlainWords(text, query)})`,
    place: (id, place) => sql`
      select ${place} as at, page.content
      from ${books}
      join ${editions} on ${isReadEdition(books.id)}
      join ${mediaFiles} as file on file.asset_id = ${editions.assetId} and file.role = ${shownRole},
      lateral (${pages.content(sql`file.key`, place)}) as page
      where ${books.id} = ${id} and ${books.isListed}`,
  }
}

/** Returns the condition that an edition is the one in which the book is read on the site. Matches in other editions would be repetitions. */
function isReadEdition(bookId: SQLWrapper): SQL {
  const [first, ...others] = READABLE_FORMATS
  const other = alias(editions, 'other')
  const hasFirst = sql`exists (select from ${editions} as ${other} where ${other.itemId} = ${bookId} and ${other.kind} = 'book' and ${other.format} = ${first})`
  return sql`${isEditionOf('book', bookId)} and (${editions.format} = ${first} or (${inArray(editions.format, others)} and not ${hasFirst}))`
}

/**
 * Returns the condition that a query consists of at most `MAX_WORDS` plain words, without quotes, exclusions or alternatives: a matching
 * page contains all of them.
 */
function hasPlainWords(text: SQL, query: SQL): SQL {
  return sql`(select ${query} = words and numnode(words) < ${sql.raw(String(2 * MAX_WORDS))} from plainto_tsquery('english', ${text}) as words)`
}
