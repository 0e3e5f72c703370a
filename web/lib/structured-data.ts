import type { BreadcrumbList, Offer } from 'schema-dts'
import { isFree } from '#contracts/shop/price.ts'

/* Parts of the schema.org data for search engines, which only server-rendered documents contain. Routes refer to it behind
   `import.meta.env.SSR`, which excludes it from the browser's scripts. */

/** Returns the id of the organization's node in the schema.org graph of every page. */
export const organizationId = (origin: string) => `${origin}/#organization`

/** Returns the schema.org breadcrumb of a page: its parent pages, followed by the page itself. */
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

/** Returns the schema.org price and offer of an item. */
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
