import { site } from '#site/site.ts'

export const programLinks = site.programs.map(({ slug, title, summary, categories }) => ({
  to: `/programs/${slug}`,
  text: title,
  summary,
  categories,
}))

export const founderLink = { to: `/books-by-${site.founder.slug}`, text: `Books by ${site.founder.name}` }

/** The header's links in their order; Programs stands between these two groups. */
export const linksBeforePrograms = [
  { to: '/', text: 'Home' },
  { to: '/bookshop', text: 'Bookshop' },
  { to: '/authors', text: 'Authors' },
  { to: '/podcasts', text: 'Podcasts' },
]
export const linksAfterPrograms = [
  { to: '/publishing', text: 'Publishing' },
  { to: '/contact', text: 'Contact' },
]
/** What the shop promises, in its own words. */
export const policyLinks = ['Terms', 'Privacy', 'Refunds'].map((text) => ({ to: `/${text.toLowerCase()}`, text }))
/** In header and menu, for browsers that own something */
export const ownedLink = { to: '/purchases', text: 'My purchases' }
/** For those who have bought, and perhaps with another browser. */
export const purchasesLink = { to: '/purchases', text: 'Already bought?' }
