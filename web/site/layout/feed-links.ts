import type { MetaDescriptor } from 'react-router'
import { site } from '#site/site.ts'

type Matches = { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[] }

/** Alternate links, by which podcast apps, reading apps and other sites find the feeds of a page. */
const alternate = (type: string, title: string, href: string): MetaDescriptor => ({ tagName: 'link', rel: 'alternate', type, title, href })

export const podcastFeedLink = alternate('application/rss+xml', `${site.brand.name} Podcasts`, '/podcasts/feed.xml')

export const opdsLinks = [
  alternate('application/atom+xml;profile=opds-catalog;kind=navigation', `Books from ${site.brand.name}`, '/opds'),
  alternate('application/opds+json', `Books from ${site.brand.name}`, '/opds/v2'),
]

/** Link to the oEmbed description of an item's page, for embedding it in other sites. `path` is the item's path. */
export function oembedLink({ matches }: Matches, { title, path }: { title: string; path: string }): MetaDescriptor {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  const origin = root?.origin ?? ''
  return alternate('application/json+oembed', title, `${origin}/oembed?url=${encodeURIComponent(`${origin}${path}`)}`)
}
