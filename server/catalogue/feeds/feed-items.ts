import type { Author } from '#contracts/catalogue/author.ts'
import type { Book, BookDetails, Imprint } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { BookQuery, CatalogueQuery, ListQuery, Page } from '#contracts/common/list.ts'

/** Stored file that all visitors may read. */
type PublicFile = { key: string; type: string; bytes: number }

/** Book with the JPEG of its cover and a small one, for apps that support no newer format; null until they exist. */
export type FeedBook = Book &
  Imprint &
  Pick<BookDetails, 'editions' | 'madeEpub'> & { artwork: PublicFile | null; thumbnail: PublicFile | null }

/** Books that have something in common: their number, and the time of their latest change. */
type BookGroup = { books: number; updatedAt: string }

/** Episode with additional properties for feeds and embedded players. */
export type FeedEpisode = Podcast & {
  /** Square JPEG of the cover, which podcast directories require; null until the JPEG exists */
  artwork: PublicFile | null
  /** AAC version of a recording that few podcast apps play; null if podcast apps play the recording, or until the AAC version is encoded */
  aac: { type: string; bytes: number } | null
  /** Beginning of a priced recording; null for a free recording, or when the recording can't be cut */
  preview: (PublicFile & { seconds: number; aac: FeedEpisode['aac'] }) | null
  /** Duration of the whole recording in seconds */
  seconds: number
}

/** Item with a sort key. `sortId` orders lists from the newest to the oldest item. */
type Sorted = { sortId: string }

/** Queries of items for feeds. */
export type FeedCatalogue = {
  listEpisodes: (query: CatalogueQuery & { free?: boolean }) => Promise<Page<FeedEpisode & Sorted>>
  /** Finds an episode by id, or by a current or former slug. @throws notFound, gone */
  viewEpisode: (idOrSlug: string) => Promise<FeedEpisode>
  listBooks: (query: BookQuery & { free?: boolean; newest?: boolean }) => Promise<Page<FeedBook & Sorted>>
  viewBook: (idOrSlug: string) => Promise<FeedBook>
  /** Lists authors with books, ordered by name. `next` is the name after which the next page begins */
  listBookAuthors: (query: { after?: string; limit: number }) => Promise<{ items: (BookGroup & { name: string })[]; next?: string }>
  /** Lists the primary languages of books, the one with most books first */
  listBookLanguages: () => Promise<(BookGroup & { language: string })[]>
  /** Lists series, ordered by slug. `next` is the slug after which the next page begins */
  listBookSeries: (query: {
    after?: string
    limit: number
  }) => Promise<{ items: (BookGroup & { slug: string; name: string })[]; next?: string }>
  listAuthors: (query: ListQuery) => Promise<Page<Author>>
}
