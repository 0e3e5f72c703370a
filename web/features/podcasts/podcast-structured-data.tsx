import { isoDuration, parseDuration } from '#contracts/duration.ts'
import type { Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import { site } from '#site/site.ts'
import { breadcrumbData } from '#web/lib/breadcrumb-data.ts'
import { StructuredData } from '#web/ui/structured-data.tsx'

type Series = { name: string; url: string }

/** Structured data of a series and of its episodes on the page. */
export function PodcastData({ series, description, episodes }: { series: Series; description: string; episodes: Podcast[] }) {
  return (
    <StructuredData
      data={[
        { '@type': 'PodcastSeries', ...series, description, inLanguage: 'en' },
        ...episodes.map((episode) => episodeData(episode, series)),
      ]}
    />
  )
}

/** The page of one episode. */
export function episodePageData(episode: Podcast, origin: string) {
  const series = { name: `${site.brand.name} Podcasts`, url: `${origin}/podcasts` }
  return [
    episodeData(episode, series),
    breadcrumbData([
      { name: 'Podcasts', url: series.url },
      { name: episode.title, url: `${series.url}/${episode.slug}` },
    ]),
  ]
}

/** An episode as schema.org data. The URL of the recording is included only when it is free. */
function episodeData(episode: Podcast, series: Series) {
  const { title, slug, host, description, duration, createdAt, categories, price, audioUrl, audioType } = episode
  const url = new URL(`/podcasts/${slug}`, series.url).href
  return {
    '@type': 'PodcastEpisode',
    '@id': url,
    url,
    name: title,
    description,
    datePublished: createdAt,
    timeRequired: isoDuration(parseDuration(duration)),
    author: { '@type': 'Person', name: host },
    keywords: categories.join(', '),
    isAccessibleForFree: isFree(price),
    partOfSeries: { '@type': 'PodcastSeries', ...series },
    ...(isFree(price) && {
      associatedMedia: { '@type': 'MediaObject', contentUrl: new URL(audioUrl, series.url).href, encodingFormat: audioType },
    }),
  }
}
