import { icons } from '#site/art/brand-art.ts'
import { site } from '#site/site.ts'

/** The organisation for search engines (schema.org Organization). */
export function organizationData(origin: string) {
  const { brand, contact, founder, social } = site
  return {
    '@type': 'Organization',
    name: brand.name,
    slogan: brand.vision,
    description: brand.blurb,
    url: origin,
    logo: new URL(icons.icon512, origin).href,
    founder: { '@type': 'Person', name: founder.name },
    sameAs: Object.values(social),
    contactPoint: { '@type': 'ContactPoint', telephone: contact.phone, email: contact.email, contactType: 'customer service' },
  }
}
