import { type Author, authorForm, SOCIAL_NETWORKS } from '#contracts/catalogue/author.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import { ListDate } from '#web/admin/kit/list/exact-time.tsx'
import { type DeletionCheck, defineResource, type RowView } from '#web/admin/kit/resource.ts'
import { ItemSummary } from '#web/admin/statistics/item-summary.tsx'
import { pluralize } from '#web/lib/format/plural.ts'
import { Picture } from '#web/ui/picture.tsx'
import { countBooks, describeBooks } from './count-books.ts'

export const authorResource = defineResource<Author>({
  singular: 'author',
  auditNoun: 'author',
  apiPath: '/authors',
  list: adminApi.listAuthors,
  parse: (json) => adminApi.toAuthor(json as Author),
  nameOf: (author) => author.name,
  pageOf: ({ slug }) => `/authors/${slug}`,
  form: authorForm,
  valuesOf: ({ socialLinks, ...author }) => ({ ...author, ...socialLinks }),
  pictureOf: ({ picture }) => picture,
  columns: '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_5rem_12rem_6.5rem_5.5rem]',
  about: ({ id }) => <ItemSummary key={id} kind="author" id={id} />,
  toRow: authorRow,
  checkDeletion: warnOfBooks,
})

/** Returns a warning with the number of books that lose their author profile when an author is deleted. */
async function warnOfBooks({ name, books: listed }: Author, init?: RequestInit): Promise<DeletionCheck> {
  try {
    const books = await countBooks(name, init)
    const kept = books === 1 ? 'It is kept, without an author profile.' : 'They are kept, without an author profile.'
    return books === 0 ? {} : { warning: `${describeBooks(name, books, listed)} ${kept}` }
  } catch (error) {
    if (isAborted(error)) throw error
    console.warn(error)
    return { warning: 'The number of books with this name could not be loaded. They are kept, without an author profile.' }
  }
}

function authorRow(author: Author): RowView {
  const networks = SOCIAL_NETWORKS.filter((network) => author.socialLinks[network])
  return {
    nameLabel: 'Name',
    subtitle: author.bio,
    thumbnail: <Picture picture={author.picture} alt="" sizes="44px" fallback={null} />,
    thumbnailClass: 'aspect-square rounded-full',
    details: [
      { label: 'Books', value: pluralize(author.books, 'book') },
      { label: 'Links', value: networks.map((network) => authorForm[network].label).join(', ') },
      { label: 'Added', value: <ListDate iso={author.createdAt} /> },
    ],
  }
}
