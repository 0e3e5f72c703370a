import type { BreadcrumbList, Offer } from 'schema-dts'
import { isFree } from '#contracts/price.ts'

/*
 * Parts of what pages tell search engines in schema.org's terms. Only documents hold them: routes name them behind
 * `import.meta.env.SSR`, which leaves them out of the scripts of browsers.
 */

/** The node of the organisation in the graph of every page. */
export const organizationId = (origin: string) => `${origin}/#organization`

/** The pages above a page; the last one is the page itself. */
export function breadcrumbData(pages: { name: string; url: string }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@type': 'WebPage', '@id': url },
    })),
  }
}

/** What an item costs. */
export function priceData({ price, url, origin }: { price: number; url: string; origin: string }) {
  return {
    isAccessibleForFree: isFree(price),
    offers: {
      '@type': 'Offer',
      url,
      price: Math.max(0, price).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      seller: { '@id': organizationId(origin) },
    } satisfies Offer,
  }
}
