import { formatPrice } from '#contracts/price.ts'
import type { RowView } from '#web/features/admin/kit/list/item-row.tsx'
import { ListDate } from '#web/features/admin/kit/list/list-date.tsx'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { Picture } from '#web/ui/picture.tsx'

export const BOOK_COLUMNS = '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_13rem_5rem_5.5rem_6.5rem_5.5rem]'

export function bookRow(book: CatalogueBook): RowView {
  return {
    nameLabel: 'Title and author',
    subtitle: book.author,
    thumbnail: <Picture picture={book.cover} alt="" sizes="44px" fallback={null} />,
    thumbnailClass: 'aspect-2/3',
    details: [
      { label: 'Categories', value: book.categories.join(', '), wide: true },
      { label: 'Price', value: formatPrice(book.price) },
      { label: 'Length', value: pages(book.pageCount) },
      { label: 'Added', value: <ListDate iso={book.createdAt} /> },
    ],
  }
}

function pages(count: number | null) {
  if (count === null) return 'Locked'
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`
}
