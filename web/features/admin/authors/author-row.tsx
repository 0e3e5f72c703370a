import { type Author, SOCIAL_NETWORKS } from '#contracts/author.ts'
import type { RowView } from '#web/features/admin/kit/list/item-row.tsx'
import { ListDate } from '#web/features/admin/kit/list/list-date.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { NETWORK_NAMES } from './networks.ts'

export const AUTHOR_COLUMNS = '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_5rem_12rem_6.5rem_5.5rem]'

export function authorRow(author: Author): RowView {
  const networks = SOCIAL_NETWORKS.filter((network) => author.socialLinks[network])
  return {
    nameLabel: 'Name',
    subtitle: author.bio,
    thumbnail: <Picture picture={author.picture} alt="" sizes="44px" fallback={null} />,
    thumbnailClass: 'aspect-square rounded-full',
    details: [
      { label: 'Books', value: author.books === 1 ? '1 book' : `${author.books} books` },
      { label: 'Links', value: networks.map((network) => NETWORK_NAMES[network]).join(', ') },
      { label: 'Added', value: <ListDate iso={author.createdAt} /> },
    ],
  }
}
