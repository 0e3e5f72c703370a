import type { Service } from 'schema-dts'
import { publishing } from '#site/publishing.ts'
import { organizationId } from '#web/lib/structured-data.ts'

/** Structured data of the publishing service for search engines, with its packages and their lowest prices. */
export function publishingData(origin: string): Service {
  const url = `${origin}/publishing`
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    url,
    mainEntityOfPage: url,
    name: 'Publish your book',
    serviceType: 'Book publishing',
    provider: { '@id': organizationId(origin) },
    offers: publishing.packages.map(({ name, for: audience, from }) => ({
      '@type': 'Offer',
      name,
      description: audience,
      priceSpecification: { '@type': 'PriceSpecification', minPrice: from, priceCurrency: 'USD' },
    })),
  }
}
