import { formatChapters } from '#contracts/catalogue/chapter.ts'
import { isPreviewed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import { type Podcast, type PodcastDetails, podcastForm } from '#contracts/catalogue/podcast.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { BulkBar } from '#web/admin/kit/bulk/bulk-bar.tsx'
import { ItemStateBadge, STATE_FILTER } from '#web/admin/kit/item-states.tsx'
import { ListDate } from '#web/admin/kit/list/exact-time.tsx'
import { warnOfOwners } from '#web/admin/kit/owners.ts'
import { CATEGORY_FILTER, defineResource, type RowView } from '#web/admin/kit/resource.ts'
import { ItemSummary } from '#web/admin/statistics/item-summary.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** Episode to edit. `chapters` is missing in episodes that come from a list. */
export type EditedPodcast = Podcast & Partial<Pick<PodcastDetails, 'chapters'>>

export const podcastResource = defineResource<EditedPodcast>(
  {
    singular: 'episode',
    auditNoun: 'podcast',
    apiPath: '/podcasts',
    statesPath: '/admin/podcasts',
    list: (query, init) => adminApi.listPodcasts(query, init, '/admin/podcasts'),
    badgeOf: (podcast) => <ItemStateBadge {...podcast} />,
    isInBin: ({ deletedAt }) => deletedAt !== null,
    isListPartial: true,
    parse: (json) => adminApi.toPodcast(json as PodcastDetails),
    nameOf: (podcast) => podcast.title,
    pageOf: (podcast) => (isReachable(podcast) ? `/podcasts/${podcast.slug}` : undefined),
    isPreviewed,
    checkDeletion: ({ id, deletedAt }, init) => warnOfOwners({ product: 'podcast', productId: id, isForGood: deletedAt !== null }, init),
    form: podcastForm,
    valuesOf: ({ audioUrl: audio, chapters = [], hasTranscript, ...podcast }) => ({
      ...podcast,
      audio,
      chapters: formatChapters(chapters),
      transcript: hasTranscript ? 'Available' : '',
    }),
    pictureOf: ({ cover }) => cover,
    columns: '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_13rem_5rem_5rem_6.5rem_5.5rem]',
    filters: [STATE_FILTER, CATEGORY_FILTER],
    about: ({ id }) => <ItemSummary key={id} kind="podcast" id={id} />,
    bulk: (props) => <BulkBar resource={podcastResource} product="podcast" {...props} />,
    toRow: podcastRow,
  },
  // In the following interface texts, the specification calls an episode a podcast.
  { title: 'Podcasts', listUrl: '/admin/podcasts', addLabel: 'Add podcast', toastNoun: 'podcast' },
)

function podcastRow(podcast: Podcast): RowView {
  return {
    nameLabel: 'Title and host',
    subtitle: podcast.host,
    thumbnail: <Picture picture={podcast.cover} alt="" sizes="44px" fallback={null} />,
    thumbnailClass: 'aspect-square',
    details: [
      { label: 'Categories', value: podcast.categories.join(', '), wide: true },
      { label: 'Price', value: formatPrice(podcast.price) },
      { label: 'Duration', value: podcast.duration },
      { label: 'Added', value: <ListDate iso={podcast.createdAt} /> },
    ],
  }
}
