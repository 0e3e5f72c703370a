import { type BookDetails, bookForm, type Imprint } from '#contracts/catalogue/book.ts'
import { formatContributors } from '#contracts/catalogue/contributor.ts'
import { isPreviewed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { BulkBar } from '#web/admin/kit/bulk/bulk-bar.tsx'
import { ItemStateBadge, STATE_FILTER } from '#web/admin/kit/item-states.tsx'
import { ListDate } from '#web/admin/kit/list/exact-time.tsx'
import { warnOfOwners } from '#web/admin/kit/owners.ts'
import { CATEGORY_FILTER, defineResource, type RowView } from '#web/admin/kit/resource.ts'
import { ItemSummary } from '#web/admin/statistics/item-summary.tsx'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Picture } from '#web/ui/picture.tsx'

const PRICE_FILTER = {
  name: 'price',
  label: 'Free or paid',
  all: 'All prices',
  options: [
    ['free', 'Free'],
    ['paid', 'Paid'],
  ],
} as const
const ORDER = {
  name: 'sort',
  label: 'Order',
  all: 'Most sold first',
  options: [
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['title', 'By title'],
    ['cheapest', 'Lowest price first'],
    ['dearest', 'Highest price first'],
  ],
} as const

/** Book to edit. Books that come from a list lack the imprint. */
export type EditedBook = CatalogueBook & Partial<Imprint & Pick<BookDetails, 'offerEpub'>>

export const bookResource = defineResource<EditedBook>({
  singular: 'book',
  auditNoun: 'book',
  apiPath: '/books',
  statesPath: '/admin/books',
  list: (query, init) => adminApi.listBooks(query, init, '/admin/books'),
  badgeOf: (book) => <ItemStateBadge {...book} />,
  isInBin: ({ deletedAt }) => deletedAt !== null,
  isListPartial: true,
  parse: (json) => adminApi.toBook(json as BookDetails),
  nameOf: (book) => book.title,
  pageOf: (book) => (isReachable(book) ? `/books/${book.slug}` : undefined),
  isPreviewed,
  checkDeletion: ({ id, deletedAt }, init) => warnOfOwners({ product: 'book', productId: id, isForGood: deletedAt !== null }, init),
  form: bookForm,
  valuesOf: ({ pdfUrl: pdf, ...book }) => ({
    ...book,
    pdf,
    contributors: formatContributors(book.contributors ?? []),
    publishedYear: book.publishedYear?.toString(),
    seriesNumber: book.seriesNumber?.toString(),
  }),
  pictureOf: ({ cover }) => cover,
  columns: '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_13rem_5rem_5.5rem_6.5rem_5.5rem]',
  filters: [STATE_FILTER, CATEGORY_FILTER, PRICE_FILTER, ORDER],
  about: ({ id }) => <ItemSummary key={id} kind="book" id={id} />,
  bulk: (props) => <BulkBar resource={bookResource} product="book" {...props} />,
  toRow: bookRow,
})

function bookRow(book: CatalogueBook): RowView {
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
  return count === null ? 'Locked' : pluralize(count, 'page')
}
