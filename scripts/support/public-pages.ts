import { collections } from '#site/collections.ts'
import { site } from '#site/site.ts'

/** Policy pages, which differ only in their text. */
export const POLICY_PAGES = { terms: '/terms', privacy: '/privacy', refunds: '/refunds' }

const SEARCH_PAGE = '/search'
const SHELF_PAGE = '/shelf'

/** Pages that are excluded from search engines: search results, and the offline library, whose content differs per browser. */
export const UNLISTED_PAGES = [SEARCH_PAGE, SHELF_PAGE]

/** Pages of the collections of books, which have no picture behind their title */
export const COLLECTION_PAGES = collections.map(({ slug }) => `/collections/${slug}`)

/** Pages of a book, an episode and an author of the demonstration catalogue. */
export const DEMO_ITEM_PAGES = {
  book: '/books/the-lamp-and-the-letter',
  episode: '/podcasts/the-first-ten-minutes-home',
  author: '/authors/ruvimbo-chikomo',
}

/** Pages that need no input of a visitor, such as a selected item. The keys are suitable as file names. */
export const PUBLIC_PAGES: Record<string, string> = {
  home: '/',
  bookshop: '/bookshop',
  authors: '/authors',
  'founder-books': `/books-by-${site.founder.slug}`,
  publishing: '/publishing',
  podcasts: '/podcasts',
  contact: '/contact',
  search: SEARCH_PAGE,
  purchases: '/purchases',
  shelf: SHELF_PAGE,
  ...POLICY_PAGES,
  ...Object.fromEntries(COLLECTION_PAGES.map((path) => [path.slice(1).replace('/', '-'), path])),
  ...Object.fromEntries(site.programs.map(({ slug }) => [slug, `/programs/${slug}`])),
}
