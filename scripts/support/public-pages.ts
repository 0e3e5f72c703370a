import { site } from '#site/site.ts'

/** Every page that a visitor can go to without having chosen anything, by a name that suits a file. */
export const PUBLIC_PAGES: Record<string, string> = {
  home: '/',
  bookshop: '/bookshop',
  authors: '/authors',
  'founder-books': `/books-by-${site.founder.slug}`,
  publishing: '/publishing',
  podcasts: '/podcasts',
  contact: '/contact',
  purchases: '/purchases',
  ...Object.fromEntries(site.programs.map(({ slug }) => [slug, `/programs/${slug}`])),
}
