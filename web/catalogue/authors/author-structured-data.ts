import type { Person, Thing } from 'schema-dts'
import type { Author } from '#contracts/catalogue/author.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'

/** Structured data of an author for search engines. */
export function authorData(author: Author, origin: string): Thing[] {
  const url = `${origin}/authors/${author.slug}`
  const data: Person = {
    '@type': 'Person',
    '@id': `${url}#person`,
    url,
    mainEntityOfPage: url,
    name: author.name,
    description: author.bio,
    image: new URL(author.photo, origin).href,
    sameAs: Object.values(author.socialLinks),
  }
  return [
    data,
    breadcrumbData([
      { name: 'Authors', url: `${origin}/authors` },
      { name: author.name, url },
    ]),
  ]
}
