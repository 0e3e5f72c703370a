import type { SectionName } from '#contracts/site/site-content.ts'

type PageOf = string | ((content: unknown, part: string) => string)

/** Pages of the parts of the section Other texts. Any address that does not exist is a missing page. */
const WORDING_PAGES: Record<string, string> = {
  podcasts: '/podcasts',
  authors: '/authors',
  programs: '/programs/relationship-coaching',
  bibles: '/contact',
  notices: '/missing',
}

/** Pages that display a section. `part` is the first name in the path of the edited field. Sections without an entry are on no page. */
const PAGES: Partial<Record<SectionName, PageOf>> = {
  brand: '/',
  home: '/',
  headings: (_content, part) => `/${part || 'bookshop'}`,
  contact: '/contact',
  social: '/contact',
  programs: (content, part) => {
    const programs = content as { slug: string }[]
    return `/programs/${(programs[Number(part)] ?? programs[0])?.slug}`
  },
  founder: (content) => `/books-by-${(content as { slug: string }).slug}`,
  questions: '/bookshop',
  collections: (content, part) => {
    const collections = content as { slug: string }[]
    const { slug } = collections[Number(part)] ?? collections[0] ?? {}
    return slug ? `/collections/${slug}` : '/bookshop'
  },
  publishing: '/publishing',
  wording: (_content, part) => WORDING_PAGES[part] ?? '/bookshop',
  selling: '/refunds',
  policies: (_content, part) => `/${part in { terms: 1, privacy: 1, refunds: 1 } ? part : 'terms'}`,
}

/** Returns the path of the public page that displays the edited field of a section; undefined for a section that no page displays. */
export function pageOfSection(name: string, content: unknown, edited: string): string | undefined {
  const page = PAGES[name as SectionName]
  return typeof page === 'function' ? page(content, edited.split('.')[0] ?? '') : page
}
