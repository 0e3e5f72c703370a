import type { Podcast } from '#contracts/podcast.ts'
import { formatPrice } from '#contracts/price.ts'
import type { RowView } from '#web/features/admin/kit/list/item-row.tsx'
import { ListDate } from '#web/features/admin/kit/list/list-date.tsx'
import { Picture } from '#web/ui/picture.tsx'

export const PODCAST_COLUMNS = '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_13rem_5rem_5rem_6.5rem_5.5rem]'

export function podcastRow(podcast: Podcast): RowView {
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
