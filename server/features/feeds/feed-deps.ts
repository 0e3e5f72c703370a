import type { FastifyRequest } from 'fastify'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { SendDocument } from './documents.ts'
import type { FeedCatalogue } from './feed-items.ts'

/** What feeds say of the site, from `site/site.ts`. */
export type FeedSite = {
  brand: { name: string; mission: string }
  contact: { email: string }
  podcast: {
    title: string
    description: string
    language: string
    category: string
    subcategory?: string | undefined
    priced: 'preview' | 'hidden'
  }
  /** One for each category, with all the names that its items may have */
  programs: { slug: string; title: string; categories: string[] }[]
}

/** What the routes of every feed are opened with. */
export type FeedDeps = {
  catalogue: FeedCatalogue
  send: SendDocument
  urlsFor: (request: FastifyRequest) => SiteUrls
  site: FeedSite
}
