import type { MetaDescriptor } from 'react-router'
import { rootOf } from '#web/lib/site.tsx'

type MetaArgs = Parameters<typeof rootOf>[0]

/** Alternate links, which podcast apps, feed readers and other sites use to find the feeds of a page. */
const alternate = (type: string, title: string, href: string): MetaDescriptor => ({ tagName: 'link', rel: 'alternate', type, title, href })

export function podcastFeedLink(args: MetaArgs): MetaDescriptor {
  return alternate('application/rss+xml', rootOf(args).site.podcast.title, '/podcasts/feed.xml')
}

export function opdsLinks(args: MetaArgs): MetaDescriptor[] {
  const title = `Books from ${rootOf(args).site.brand.name}`
  return [
    alternate('application/atom+xml;profile=opds-catalog;kind=navigation', title, '/opds'),
    alternate('application/opds+json', title, '/opds/v2'),
  ]
}

/** Link to the oEmbed description of an item, for embedding the item in other sites. `path` is the path of the item's page. */
export function oembedLink(args: MetaArgs, { title, path }: { title: string; path: string }): MetaDescriptor {
  const { origin } = rootOf(args)
  return alternate('application/json+oembed', title, `${origin}/oembed?url=${encodeURIComponent(`${origin}${path}`)}`)
}
