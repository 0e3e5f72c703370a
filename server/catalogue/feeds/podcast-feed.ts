import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import { AAC_PATH, withPath } from '#contracts/common/media-url.ts'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { writeXml, type XmlNode } from '#server/platform/xml/write-xml.ts'
import { descriptionHtml } from './description-html.ts'
import { shorten, writeWithinLimit } from './documents.ts'
import type { FeedSite } from './feed-deps.ts'
import type { FeedRecording } from './feed-items.ts'

/** Enclosure of a podcast feed: the file that the feed offers for an episode or an audiobook. */
export type Enclosure = {
  url: string
  type: string
  bytes: number
  seconds: number
  isPreview: boolean
  /** Low-bitrate audio of the recording */
  light?: { url: string; type: string; bytes: number }
}

export type PodcastFeedItem = { recording: FeedRecording; enclosure: Enclosure | undefined }

export type PodcastFeed = {
  /** URL of the current page of the feed */
  selfUrl: string
  /** URL of the first page of the feed; undefined on the first page */
  firstUrl?: string
  nextUrl?: string
  title: string
  description: string
  /** `podcast:guid` of the feed; undefined for a personal feed, which no directory lists */
  guid?: string
  /** Whether the feed is for a single listener, so that directories must not list it */
  isPersonal?: boolean
}

const NAMESPACES = {
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  '@xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
}

/** Returns the public file of a recording: the whole recording if it is free, or the beginning of a priced one. */
export function publicEnclosure(recording: FeedRecording, urls: SiteUrls): Enclosure | undefined {
  const { price, audioUrl, preview } = recording
  if (isFree(price)) return wholeEnclosure(recording, urls.media(audioUrl))
  if (!preview) return undefined
  const { key, type, bytes, seconds, aac } = preview
  return { ...playable({ url: urls.media(key), type, bytes }, aac), seconds, isPreview: true }
}

/** Returns the enclosure with the whole recording at the given URL, which may contain a grant. */
export function wholeEnclosure({ audioType: type, audioBytes: bytes, lightSound, seconds, aac }: WholeRecording, url: string): Enclosure {
  const light = lightSound ? { ...lightSound, url: withPath(url, '/light') } : undefined
  return { ...playable({ url, type, bytes }, aac), seconds, isPreview: false, light }
}

export type WholeRecording = Pick<FeedRecording, 'audioType' | 'audioBytes' | 'lightSound' | 'seconds' | 'aac'>

/** Returns the AAC version of a file that few podcast apps play, or the file itself if there is no AAC version. */
function playable(file: { url: string; type: string; bytes: number }, aac: FeedRecording['aac']) {
  return aac ? { url: withPath(file.url, AAC_PATH), type: aac.type, bytes: aac.bytes } : file
}

/**
 * Writes a podcast feed: RSS 2.0 with the tags of Apple and of Podcasting 2.0. Items without an enclosure are omitted, since podcast apps
 * can't display them.
 */
export function writePodcastFeed(
  feed: PodcastFeed,
  items: PodcastFeedItem[],
  { site: { podcast, brand, contact }, urls }: { site: FeedSite; urls: SiteUrls },
): string {
  const { selfUrl, firstUrl, nextUrl, title, guid, isPersonal = false } = feed
  const cover = podcast.cover?.jpeg ? urls.media(podcast.cover.jpeg) : urls.page('/podcasts/cover.jpg')
  const link = urls.page('/podcasts')
  const changed = items
    .map(({ recording }) => recording.updatedAt)
    .sort()
    .at(-1)
  const pages = { self: selfUrl, first: firstUrl, next: nextUrl }

  const channel = {
    title,
    link,
    description: feed.description,
    language: podcast.language,
    ...(changed && { lastBuildDate: new Date(changed).toUTCString() }),
    generator: brand.name,
    'atom:link': Object.entries(pages).flatMap(([rel, href]) =>
      href ? [{ '@rel': rel, '@type': 'application/rss+xml', '@href': href }] : [],
    ),
    image: { url: cover, title, link },
    'itunes:author': brand.name,
    'itunes:owner': { 'itunes:name': brand.name, 'itunes:email': contact.email },
    'itunes:image': { '@href': cover },
    'itunes:category': {
      '@text': podcast.category,
      ...(podcast.subcategory && { 'itunes:category': { '@text': podcast.subcategory } }),
    },
    'itunes:explicit': 'false',
    'itunes:type': 'episodic',
    ...(isPersonal && { 'itunes:block': 'Yes' }),
    ...(guid && { 'podcast:guid': guid }),
    'podcast:locked': { '@owner': contact.email, '#text': 'yes' },
    'podcast:medium': 'podcast',
    'podcast:funding': { '@url': urls.page('/bookshop'), '#text': `Books and episodes from ${brand.name}`.slice(0, 128) },
  }

  const descriptions = items.map(({ recording }) => recording.description)
  return writeWithinLimit(descriptions, (limit) =>
    writeXml({
      rss: {
        '@version': '2.0',
        ...NAMESPACES,
        channel: {
          ...channel,
          item: items.flatMap(({ recording, enclosure }) => (enclosure ? [writeItem(recording, enclosure, { urls, limit })] : [])),
        },
      },
    }),
  )
}

function writeItem(recording: FeedRecording, enclosure: Enclosure, { urls, limit }: { urls: SiteUrls; limit: number }): XmlNode {
  const { product, id, slug, title, people, price, description, artwork } = recording
  const link = urls.page(`/${product}s/${slug}`)
  const text = shorten(description, limit)
  const offer = enclosure.isPreview
    ? { text: `This is a preview. Get the whole episode for ${formatPrice(price)}`, url: link }
    : text !== description && { text: 'Read more', url: link }
  return {
    title: enclosure.isPreview ? `Preview: ${title}` : title,
    link,
    // The guid contains only the id, so that apps don't offer an episode as new when the site, the title or the recording changes.
    guid: { '@isPermaLink': 'false', '#text': `urn:uuid:${id}` },
    pubDate: new Date(publicationTime(recording)).toUTCString(),
    description: descriptionHtml(text, offer || undefined),
    enclosure: { '@url': enclosure.url, '@length': enclosure.bytes, '@type': enclosure.type },
    ...alternate(enclosure),
    'itunes:author': people[0]?.name,
    'itunes:duration': Math.max(1, Math.round(enclosure.seconds)),
    'itunes:explicit': 'false',
    'itunes:episodeType': 'full',
    ...(artwork && { 'itunes:image': { '@href': urls.media(artwork.key) } }),
    'podcast:person': people.map(({ role, name }) => ({ '@role': role, ...(role === 'author' && { '@group': 'writing' }), '#text': name })),
    ...timedTexts(recording, enclosure, urls),
  }
}

/** Writes the alternate enclosure, by which listeners with Podcasting 2.0 apps can choose low-bitrate audio. */
function alternate({ seconds, light }: Enclosure): XmlNode {
  if (!light) return {}
  const { url, type, bytes } = light
  return {
    'podcast:alternateEnclosure': {
      '@type': type,
      '@codecs': 'opus',
      '@length': bytes,
      '@title': 'Data saver',
      '@bitrate': Math.round((bytes * 8) / Math.max(1, seconds)),
      'podcast:source': { '@uri': url },
    },
  }
}

/**
 * Writes the tags of chapters, for whole recordings only, and of the transcript. The public transcript of a priced episode ends with the
 * preview, so previews have a transcript too.
 */
function timedTexts({ product, id, price, hasChapters, hasTranscript }: FeedRecording, { isPreview }: Enclosure, urls: SiteUrls): XmlNode {
  const own = `/${product}s/${id}`
  const transcript = (extension: string, type: string) => ({ '@url': urls.api(`${own}/transcript.${extension}`), '@type': type })
  return {
    ...(hasChapters &&
      !isPreview && { 'podcast:chapters': { '@url': urls.api(`${own}/chapters.json`), '@type': 'application/json+chapters' } }),
    ...(hasTranscript &&
      (isPreview || isFree(price)) && { 'podcast:transcript': [transcript('vtt', 'text/vtt'), transcript('srt', 'application/x-subrip')] }),
  }
}
