import type { MetaDescriptor } from 'react-router'
import { openGraph } from '#site/art/brand-art.ts'
import { site } from '#site/site.ts'

/** The root loader's data: the site's origin. */
type RootData = { origin: string }

/** Title, description, canonical URL and the preview of a shared link. */
export function pageMeta(
  { matches, location }: { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]; location: { pathname: string } },
  { title, description, hidden = false }: { title?: string; description: string; hidden?: boolean },
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const origin = root?.origin ?? ''
  const fullTitle = title ? `${title} · ${site.brand.name}` : `${site.brand.name}: ${site.brand.vision}`
  const url = `${origin}${location.pathname}`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brand.name },
    { property: 'og:title', content: title ?? site.brand.vision },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${origin}${openGraph.src}` },
    { property: 'og:image:width', content: String(openGraph.width) },
    { property: 'og:image:height', content: String(openGraph.height) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
