import { site } from '#site/site.ts'

/** Titles of admin pages, which search engines leave alone. */
export function adminMeta(title: string) {
  return [{ title: `${title} · ${site.brand.name} Admin` }, { name: 'robots', content: 'noindex, nofollow' }]
}
