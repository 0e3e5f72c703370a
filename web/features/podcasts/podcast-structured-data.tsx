import { isoDuration, parseDuration } from '#contracts/duration.ts'
import type { Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
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

/** An episode as schema.org data. The URL of the recording is included only when it is free. */
function episodeData({ title, host, description, duration, createdAt, categories, price, audioUrl, audioType }: Podcast, series: Series) {
  return {
    '@type': 'PodcastEpisode',
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
