import type { MetaDescriptor } from 'react-router'
import { rootOf } from '#web/lib/site.tsx'

type MetaArgs = Parameters<typeof rootOf>[0]

/** Returns the `meta` function of an admin page with the given title. */
export function adminMeta(title: string) {
  return (args: MetaArgs): MetaDescriptor[] => [
    { title: `${title} · ${rootOf(args).site.brand.name} Admin` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}
