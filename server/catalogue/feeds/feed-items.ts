import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { BookQuery, CatalogueQuery, ListQuery, Page } from '#contracts/common/list.ts'

/** Stored file that everyone may read. */
type PublicFile = { key: string; type: string; bytes: number }

/** Book with the JPEG of its cover, for apps that support no newer format; null until the JPEG exists. */
export type FeedBook = Book & { artwork: PublicFile | null }

/** Author name as it is on books, the number of these books, and the time of the latest change of one. */
type BookAuthor = { name: string; books: number; updatedAt: string }

/** Episode with the properties that only feeds and embedded players need. */
export type FeedEpisode = Podcast & {
  /** Square JPEG of the cover, which podcast directories require; null until it exists */
  artwork: PublicFile | null
  /** AAC of a recording that few podcast apps play; null if they play the recording, or until it is encoded */
  aac: { type: string; bytes: number } | null
  /** Beginning of a priced recording; null for a free recording, or when it can't be cut */
  preview: (PublicFile & { seconds: number; aac: FeedEpisode['aac'] }) | null
  /** Length of the whole recording */
  seconds: number
}

/** `sortId` orders lists from the newest to the oldest item. */
type Sorted = { sortId: string }

/** Catalogue queries that feeds use. */
export type FeedCatalogue = {
  listEpisodes: (query: CatalogueQuery & { free?: boolean }) => Promise<Page<FeedEpisode & Sorted>>
  /** Finds an episode by id, or by a current or former slug. @throws notFound, gone */
  viewEpisode: (idOrSlug: string) => Promise<FeedEpisode>
  listBooks: (query: BookQuery & { free?: boolean; newest?: boolean }) => Promise<Page<FeedBook & Sorted>>
  viewBook: (idOrSlug: string) => Promise<FeedBook>
  /** Lists authors who have books, by name; `next` is the name after which the next page begins */
  listBookAuthors: (query: { after?: string; limit: number }) => Promise<{ items: BookAuthor[]; next?: string }>
  listAuthors: (query: ListQuery) => Promise<Page<Author>>
}
