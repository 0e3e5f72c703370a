import type { Service } from 'schema-dts'
import { organizationId } from '#web/lib/structured-data.ts'

/** Returns structured data of a coaching program for search engines. */
export function serviceData({ slug, title, summary }: { slug: string; title: string; summary: string }, origin: string): Service {
  const url = `${origin}/programs/${slug}`
  return {
    '@type': 'Service',
    '@id': `${url}#program`,
    url,
    mainEntityOfPage: url,
    name: title,
    description: summary,
    serviceType: 'Coaching',
    provider: { '@id': organizationId(origin) },
  }
}
