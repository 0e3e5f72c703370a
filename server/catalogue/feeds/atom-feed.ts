import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { writeXml, type XmlNode } from '#server/platform/xml/write-xml.ts'
import { descriptionHtml } from './description-html.ts'
import { shorten, writeWithinLimit } from './documents.ts'
import type { FeedSite } from './feed-deps.ts'
import type { FeedEpisode } from './feed-items.ts'
import { publicEnclosure } from './podcast-feed.ts'

/** Item that was added to the site. */
export type NewItem = { kind: 'book'; item: Book } | { kind: 'podcast'; item: FeedEpisode } | { kind: 'author'; item: Author }

/** Writes a page of the Atom feed of all new items (RFC 4287, RFC 5005). */
export function writeAtomFeed(
  items: NewItem[],
  options: { selfUrl: string; firstUrl: string; nextUrl: string | undefined; site: FeedSite; urls: SiteUrls },
): string {
  const { selfUrl, firstUrl, nextUrl, site, urls } = options
  const changed = items
    .map(({ item }) => item.updatedAt)
    .sort()
    .at(-1)
  const links: XmlNode[] = [
    { '@rel': 'self', '@type': 'application/atom+xml', '@href': selfUrl },
    { '@rel': 'alternate', '@type': 'text/html', '@href': urls.page('/') },
    { '@rel': 'first', '@type': 'application/atom+xml', '@href': firstUrl },
    ...(nextUrl ? [{ '@rel': 'next', '@type': 'application/atom+xml', '@href': nextUrl }] : []),
  ]
  const descriptions = items.map((entry) => (entry.kind === 'author' ? entry.item.bio : entry.item.description))
  return writeWithinLimit(descriptions, (limit) =>
    writeXml({
      feed: {
        '@xmlns': 'http://www.w3.org/2005/Atom',
        '@xml:lang': 'en',
        id: urls.page('/feed.xml'),
        title: site.brand.name,
        subtitle: site.brand.mission,
        updated: changed ?? new Date(0).toISOString(),
        author: { name: site.brand.name },
        link: links,
        entry: items.map((entry) => writeEntry(entry, { urls, limit })),
      },
    }),
  )
}

function writeEntry(entry: NewItem, { urls, limit }: { urls: SiteUrls; limit: number }): XmlNode {
  const { id, slug, updatedAt } = entry.item
  const { title, by, description, path, categories, enclosure } = tell(entry, urls)
  const language = entry.kind === 'author' ? null : entry.item.language
  const url = urls.page(`${path}/${slug}`)
  const text = shorten(description, limit)
  return {
    id: `urn:uuid:${id}`,
    ...(language && { '@xml:lang': language }),
    title,
    published: publicationTime(entry.item),
    updated: updatedAt,
    ...(by && { author: { name: by } }),
    link: [
      { '@rel': 'alternate', '@type': 'text/html', '@href': url },
      ...(enclosure ? [{ '@rel': 'enclosure', '@type': enclosure.type, '@length': enclosure.bytes, '@href': enclosure.url }] : []),
    ],
    category: categories.map((name) => ({ '@term': name })),
    content: { '@type': 'html', '#text': descriptionHtml(text, text === description ? undefined : { text: 'Read more', url }) },
  }
}

function tell(entry: NewItem, urls: SiteUrls) {
  if (entry.kind === 'book') {
    const { title, author, price, description, categories } = entry.item
    return { title: `${title} (book, ${formatPrice(price)})`, by: author, description, categories, path: '/books', enclosure: undefined }
  }
  if (entry.kind === 'podcast') {
    const { title, host, price, description, categories } = entry.item
    const enclosure = publicEnclosure(entry.item, urls)
    return { title: `${title} (episode, ${formatPrice(price)})`, by: host, description, categories, path: '/podcasts', enclosure }
  }
  const { name, bio } = entry.item
  return { title: `${name} (author)`, by: undefined, description: bio, categories: [], path: '/authors', enclosure: undefined }
}
