import type { MetaDescriptor } from 'react-router'
import type { Graph, Organization, SearchAction, Thing, WebPage, WebSite, WithActionConstraints } from 'schema-dts'
import type { Site } from '#contracts/site/shared-site.ts'
import { icons as initialIcons } from '#site/art/brand-art.ts'
import { sharePictureOf } from '#site/art/share-pictures.ts'
import { rootOf } from '#web/lib/site.tsx'
import { organizationId } from '#web/lib/structured-data.ts'

const websiteId = (origin: string) => `${origin}/#website`

/** Image of a link preview. `alt` describes the image for visitors who don't see it; width and height are omitted if unknown. */
type Image = { src: string; type: string; width?: number; height?: number; alt: string }

/**
 * Returns a page's metadata: title, description, canonical URL, and link preview with `image` or a default image. `about` describes the
 * page's content in schema.org terms for search engines; it should be passed only if `import.meta.env.SSR` is set.
 */
export function pageMeta(
  {
    matches,
    location,
  }: { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]; location: { pathname: string; search: string } },
  {
    title,
    description,
    hidden = false,
    type = 'website',
    image,
    about,
  }: {
    title?: string
    description: string
    hidden?: boolean
    type?: 'website' | 'book' | 'profile'
    image?: Image
    about?: false | ((origin: string) => Thing[])
  },
): MetaDescriptor[] {
  const { origin, site } = rootOf({ matches })
  const fullTitle = title ? `${title} · ${site.brand.name}` : `${site.brand.name}: ${site.brand.vision}`
  const url = `${origin}${location.pathname}`
  // Search results are excluded from search engines.
  const unlisted = hidden || new URLSearchParams(location.search).has('q')
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(unlisted ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
    // Tags for link previews are omitted in client-side rendering, since link previews are read only from documents.
    ...(import.meta.env.SSR
      ? linkPreview(site, {
          title: title ?? site.brand.vision,
          description,
          url,
          type,
          origin,
          image: image ?? ownShareImage(site) ?? sharePictureOf(location.pathname, site) ?? logoImage(site),
        })
      : []),
    ...(import.meta.env.SSR && !unlisted
      ? [{ 'script:ld+json': pageGraph(site, { url, title: fullTitle, origin, things: about ? about(origin) : [] }) }]
      : []),
  ]
}

function ownShareImage({ brand, shareImage }: Site): Image | undefined {
  return shareImage ? { src: shareImage, type: 'image/jpeg', width: 1200, height: 630, alt: brand.name } : undefined
}

function logoImage({ brand, icons }: Site): Image | undefined {
  return icons && { src: icons.large, type: 'image/png', width: 512, height: 512, alt: brand.name }
}

function linkPreview(
  { brand }: Site,
  {
    title,
    description,
    url,
    type,
    image,
    origin,
  }: Record<'title' | 'description' | 'url' | 'type' | 'origin', string> & { image: Image | undefined },
): MetaDescriptor[] {
  return [
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image ? imagePreview(image, origin) : [{ name: 'twitter:card', content: 'summary' }]),
  ]
}

function imagePreview({ src, type, width, height, alt }: Image, origin: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: src.startsWith('http') ? src : `${origin}${src}` },
    { property: 'og:image:type', content: type },
    ...(width && height
      ? [
          { property: 'og:image:width', content: String(width) },
          { property: 'og:image:height', content: String(height) },
        ]
      : []),
    { property: 'og:image:alt', content: alt },
    // The card type of a link preview depends on the image: portrait and square covers are displayed beside the text.
    { name: 'twitter:card', content: width && height && width > height ? 'summary_large_image' : 'summary' },
  ]
}

/** Builds the schema.org graph of a page: the page, the site, the organization, and the entities described by the page. */
function pageGraph(site: Site, { url, title, origin, things }: Record<'url' | 'title' | 'origin', string> & { things: Thing[] }): Graph {
  const page: WebPage = {
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    inLanguage: 'en',
    isPartOf: { '@id': websiteId(origin) },
  }
  return { '@context': 'https://schema.org', '@graph': [page, websiteData(site, origin), organizationData(site, origin), ...things] }
}

function websiteData({ brand }: Site, origin: string): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': websiteId(origin),
    url: `${origin}/`,
    name: brand.name,
    description: brand.blurb,
    publisher: { '@id': organizationId(origin) },
    potentialAction: search,
  }
}

function organizationData({ brand, contact, founder, icons, social }: Site, origin: string): Organization {
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: brand.name,
    slogan: brand.vision,
    description: brand.blurb,
    url: `${origin}/`,
    logo: new URL(icons?.large ?? initialIcons.icon512, origin).href,
    founder: { '@type': 'Person', name: founder.name },
    sameAs: Object.values(social),
    contactPoint: { '@type': 'ContactPoint', telephone: contact.phone, email: contact.email, contactType: 'customer service' },
  }
}
