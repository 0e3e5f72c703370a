import type { Graph, Organization, SearchAction, Thing, WebPage, WebSite, WithActionConstraints } from 'schema-dts'
import { icons } from '#site/art/brand-art.ts'
import { site } from '#site/site.ts'
import { organizationId } from '#web/lib/structured-data.ts'

const websiteId = (origin: string) => `${origin}/#website`

/** Builds the schema.org graph of a page: the page itself, the site, the organisation, and the page's own things. */
export function pageGraph({ url, title, origin, things }: Record<'url' | 'title' | 'origin', string> & { things: Thing[] }): Graph {
  const page: WebPage = {
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    inLanguage: 'en',
    isPartOf: { '@id': websiteId(origin) },
  }
  return { '@context': 'https://schema.org', '@graph': [page, websiteData(origin), organizationData(origin), ...things] }
}

function websiteData(origin: string): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': websiteId(origin),
    url: `${origin}/`,
    name: site.brand.name,
    description: site.brand.blurb,
    publisher: { '@id': organizationId(origin) },
    potentialAction: search,
  }
}

function organizationData(origin: string): Organization {
  const { brand, contact, founder, social } = site
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: brand.name,
    slogan: brand.vision,
    description: brand.blurb,
    url: `${origin}/`,
    logo: new URL(icons.icon512, origin).href,
    founder: { '@type': 'Person', name: founder.name },
    sameAs: Object.values(social),
    contactPoint: { '@type': 'ContactPoint', telephone: contact.phone, email: contact.email, contactType: 'customer service' },
  }
}
