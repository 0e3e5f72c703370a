import type { Author } from '#contracts/catalogue/author.ts'
import type { Book, BookDetails, Imprint } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { BookQuery, CatalogueQuery, ListQuery, Page } from '#contracts/common/list.ts'
import type { ProductKind } from '#contracts/shop/product.ts'

/** Stored file that all visitors may read. */
type PublicFile = { key: string; type: string; bytes: number }

/** Book with the JPEG of its cover and a small one, for apps that support no newer format; null until they exist. */
export type FeedBook = Book &
  Imprint &
  Pick<BookDetails, 'editions' | 'madeEpub'> & { artwork: PublicFile | null; thumbnail: PublicFile | null }

/** Books that have something in common: their number, and the time of their latest change. */
type BookGroup = { books: number; updatedAt: string }

/** Recording in a podcast feed: an episode, or the audiobook of a book. */
export type FeedRecording = Pick<
  Podcast,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'price'
  | 'audioUrl'
  | 'audioType'
  | 'audioBytes'
  | 'lightSound'
  | 'hasChapters'
  | 'hasTranscript'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
> & {
  product: ProductKind
  /** Persons in the order in which apps display them. The first one counts as the author */
  people: { role: 'host' | 'author' | 'narrator'; name: string }[]
  /** JPEG of the cover, square for an episode, as podcast directories require; null until the JPEG exists */
  artwork: PublicFile | null
  /** AAC version of a recording that few podcast apps play; null if podcast apps play the recording, or until the AAC version is encoded */
  aac: { type: string; bytes: number } | null
  /** Beginning of a priced recording; null for a free recording, or when the recording can't be cut */
  preview: (PublicFile & { seconds: number; aac: FeedRecording['aac'] }) | null
  /** Duration of the whole recording in seconds */
  seconds: number
}

/** Episode with additional properties for feeds and embedded players. */
export type FeedEpisode = Podcast & FeedRecording

/** Page of a list of recordings, and the number of recordings on all pages. */
export type HearablePage<Item> = { items: Item[]; total: number }
type ListHearable<Item> = (ids: string[], page: { limit: number; offset: number }) => Promise<HearablePage<Item>>

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
  /** Lists the free episodes and those with the given ids, newest first. */
  listHearableEpisodes: ListHearable<FeedEpisode>
  /** Lists the books with an audiobook that are free, and those with the given ids, newest first. */
  listHearableBooks: ListHearable<FeedBook & Pick<FeedRecording, 'aac'>>
  listAuthors: (query: ListQuery) => Promise<Page<Author>>
}
