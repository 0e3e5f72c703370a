import type { Service } from 'schema-dts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import { organizationId } from '#web/lib/structured-data.ts'

/** Returns structured data of the publishing service for search engines, with packages and their lowest prices. */
export function publishingData({ packages }: SiteContent['publishing'], origin: string): Service {
  const url = `${origin}/publishing`
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    url,
    mainEntityOfPage: url,
    name: 'Publish your book',
    serviceType: 'Book publishing',
    provider: { '@id': organizationId(origin) },
    offers: packages.map(({ name, for: audience, from }) => ({
      '@type': 'Offer',
      name,
      description: audience,
      priceSpecification: { '@type': 'PriceSpecification', minPrice: from, priceCurrency: 'USD' },
    })),
  }
}
