import type { FastifyRequest } from 'fastify'
import type { BrandColors } from '#contracts/site/palette.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { SendDocument } from './documents.ts'
import type { FeedCatalogue } from './feed-items.ts'

/** Information about the site in feeds. */
export type FeedSite = {
  brand: { name: string; mission: string } & BrandColors
  contact: { email: string }
  podcast: {
    title?: string
    description: string
    language: string
    category: string
    subcategory?: string
    /** Podcast cover from the settings, with the file name of its JPEG */
    cover?: { jpeg?: string }
    priced: 'preview' | 'hidden'
  }
  /** Programs of the site, one for each category, with all category names that items use */
  programs: { slug: string; title: string; categories: string[] }[]
}

/** Dependencies of the routes of all feeds. */
export type FeedDeps = {
  catalogue: FeedCatalogue
  send: SendDocument
  urlsFor: (request: FastifyRequest) => SiteUrls
  site: () => FeedSite
}
