import type { PodcastEpisode, PodcastSeries, Thing } from 'schema-dts'
import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { isoDuration, parseDuration } from '#contracts/listening/duration.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { breadcrumbData, organizationId, priceData } from '#web/lib/structured-data.ts'

/** Returns structured data of the site's podcast for search engines. */
export function podcastSeriesData({ title, description, language }: Site['podcast'], origin: string): PodcastSeries {
  return {
    '@type': 'PodcastSeries',
    '@id': `${origin}/podcasts#series`,
    name: title,
    description,
    url: `${origin}/podcasts`,
    webFeed: `${origin}/podcasts/feed.xml`,
    inLanguage: language,
    publisher: { '@id': organizationId(origin) },
  }
}

/** Returns structured data of a program for search engines. The episodes of a program form a separate podcast series. */
export function programSeriesData(
  { slug, title, summary }: { slug: string; title: string; summary: string },
  { language }: Site['podcast'],
  origin: string,
): PodcastSeries {
  return {
    '@type': 'PodcastSeries',
    '@id': `${origin}/programs/${slug}#series`,
    name: title,
    description: summary,
    url: `${origin}/programs/${slug}`,
    webFeed: `${origin}/podcasts/feed/${slug}.xml`,
    inLanguage: language,
    publisher: { '@id': organizationId(origin) },
  }
}

/**
 * Returns structured data of an episode for search engines, with price and breadcrumbs. The recording's URL is included only for free
 * episodes.
 */
export function episodeData(episode: Podcast, show: Site['podcast'], origin: string): Thing[] {
  const series = podcastSeriesData(show, origin)
  const url = `${origin}/podcasts/${episode.slug}`
  const duration = isoDuration(parseDuration(episode.duration))
  const data: PodcastEpisode = {
    '@type': 'PodcastEpisode',
    '@id': `${url}#episode`,
    url,
    mainEntityOfPage: url,
    name: episode.title,
    description: episode.description,
    image: new URL(episode.coverImage, origin).href,
    datePublished: publicationTime(episode),
    dateModified: episode.updatedAt,
    duration,
    author: { '@type': 'Person', name: episode.host },
    genre: episode.categories,
    ...(episode.subjects.length > 0 && { keywords: episode.subjects }),
    inLanguage: episode.language ?? show.language,
    partOfSeries: { '@id': `${origin}/podcasts#series` },
    ...priceData({ price: episode.price, url, origin }),
    ...(isFree(episode.price) && {
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: new URL(episode.audioUrl, origin).href,
        encodingFormat: episode.audioType,
        contentSize: `${episode.audioBytes} B`,
        duration,
      },
    }),
  }
  return [
    data,
    series,
    breadcrumbData([
      { name: 'Podcasts', url: `${origin}/podcasts` },
      { name: episode.title, url },
    ]),
  ]
}
