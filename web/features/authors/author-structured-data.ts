import type { Author } from '#contracts/author.ts'

/** An author for search engines (schema.org Person). */
export function personData(author: Author, origin: string) {
  return {
    '@type': 'Person',
    name: author.name,
    description: author.bio,
    image: new URL(author.photo, origin).href,
    url: `${origin}/authors/${author.slug}`,
    sameAs: Object.values(author.socialLinks),
  }
}
