import { site } from '#site/site.ts'

export function adminMeta(title: string) {
  return [{ title: `${title} · ${site.brand.name} Admin` }, { name: 'robots', content: 'noindex, nofollow' }]
}
