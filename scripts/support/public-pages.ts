import { site } from '#site/site.ts'

/** Pages that differ only in their text. */
export const POLICY_PAGES = { terms: '/terms', privacy: '/privacy', refunds: '/refunds' }

/** Every page that needs no previous choice, by a name that suits a file. */
export const PUBLIC_PAGES: Record<string, string> = {
  home: '/',
  bookshop: '/bookshop',
  authors: '/authors',
  'founder-books': `/books-by-${site.founder.slug}`,
  publishing: '/publishing',
  podcasts: '/podcasts',
  contact: '/contact',
  purchases: '/purchases',
  ...POLICY_PAGES,
  ...Object.fromEntries(site.programs.map(({ slug }) => [slug, `/programs/${slug}`])),
}
