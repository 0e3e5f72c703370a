import type { Site } from '#contracts/site/shared-site.ts'

export function programLinks({ programs }: Pick<Site, 'programs'>) {
  return programs.map(({ slug, title, summary, categories }) => ({ to: `/programs/${slug}`, text: title, summary, categories }))
}

export function founderLink({ founder }: Pick<Site, 'founder'>) {
  return { to: `/books-by-${founder.slug}`, text: `Books by ${founder.name}` }
}

/** Header links to the left and right of the Programs menu. */
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
export const policyLinks = ['Terms', 'Privacy', 'Refunds'].map((text) => ({ to: `/${text.toLowerCase()}`, text }))
/** Link to the purchases page, visible in browsers that own items */
export const ownedLink = { to: '/purchases', text: 'My purchases' }
/** Link to the purchases page, for buyers who may have paid in another browser */
export const purchasesLink = { to: '/purchases', text: 'Already bought?' }
/** Link to the page of this browser's offline library */
export const shelfLink = { to: '/shelf', text: 'Your shelf' }
