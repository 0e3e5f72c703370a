import type { Site } from '#contracts/site/shared-site.ts'
import type { Program } from './program-colors.ts'

type NamedSite = Pick<Site, 'brand' | 'founder' | 'programs'>

/** Lists the pages, other than pages of items, that have a separate share image, with the image's title and scene. */
export function listSharePages({ brand, founder, programs }: NamedSite): Record<string, { title: string; scene: string }> {
  const programScenes: Record<Program, string> = {
    'relationship-coaching': 'a house with its lamps lit, and two people on the bench beside it',
    'ladies-empowerment': 'three women on a road over the hills',
    'gents-empowerment': 'men talking by a fire under an old tree',
    'spiritual-and-personal-development': 'steps with small lights leading up to a house',
    'teen-coaching': 'children with kites on a hill',
    'book-writing-coaching': 'hills of ruled paper with a pencil among them',
  }
  return {
    '/': { title: brand.vision, scene: 'balancing rocks and a thorn tree at sunset' },
    '/bookshop': { title: 'The Bookshop', scene: 'shelves of books and a lamp at a window' },
    '/podcasts': { title: 'Podcasts', scene: 'two people listening to an old wireless in the evening' },
    '/authors': { title: 'Our Authors', scene: 'a village at night with lamps in its windows' },
    '/publishing': { title: 'Publish your book', scene: 'a bicycle loaded with books' },
    '/contact': { title: 'Write to us', scene: 'a red letter box with letters flying to it' },
    [`/books-by-${founder.slug}`]: { title: `Books by ${founder.name}`, scene: 'a paraffin lamp among letters' },
    ...Object.fromEntries(programs.map(({ slug, title }) => [`/programs/${slug}`, { title, scene: programScenes[slug] }])),
  }
}

/** Lists the texts in the share images. Share images are not used for pages whose texts differ from the listed texts. */
export function listDrawnTexts(site: NamedSite): DrawnTexts {
  const { name, vision, mission } = site.brand
  const titles = Object.entries(listSharePages(site)).map(([path, { title }]) => [shareFileOf(path, site), title] as const)
  return { brand: { name, vision, mission }, titles: Object.fromEntries(titles) }
}

/** Texts in the share images; `titles` contains the titles by the base name of the image file */
export type DrawnTexts = { brand: Record<'name' | 'vision' | 'mission', string>; titles: Record<string, string> }

/** Returns the base name of the share image's file. */
export function shareFileOf(path: string, { founder }: NamedSite): string {
  return path === `/books-by-${founder.slug}` ? 'founder' : path.split('/').at(-1) || 'home'
}
