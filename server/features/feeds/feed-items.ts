import type { Author } from '#contracts/author.ts'
import type { Book } from '#contracts/book.ts'
import type { BookQuery, CatalogueQuery, ListQuery, Page } from '#contracts/list.ts'
import type { Podcast } from '#contracts/podcast.ts'

/** A stored file that everyone may read. */
type PublicFile = { key: string; type: string; bytes: number }

/** A book with the JPEG of its cover, for apps that know no newer format; null until it is made. */
export type FeedBook = Book & { artwork: PublicFile | null }

/** An author's name as books carry it, and how many do. */
type BookAuthor = { name: string; books: number }

/** An episode with what only feeds and players elsewhere show of it. */
export type FeedEpisode = Podcast & {
  /** The square JPEG of its cover that podcast directories ask for; null until it is made */
  artwork: PublicFile | null
  /** The beginning of a priced recording; null for a free one, or when it can't be cut */
  preview: (PublicFile & { seconds: number }) | null
  /** Of the whole recording */
  seconds: number
}

/** What feeds read of the catalogue. */
export type FeedCatalogue = {
  listEpisodes: (query: CatalogueQuery & { free?: boolean }) => Promise<Page<FeedEpisode>>
  /** By an id, or a slug that it has or had. @throws notFound, gone */
  viewEpisode: (idOrSlug: string) => Promise<FeedEpisode>
  listBooks: (query: BookQuery & { free?: boolean; newest?: boolean }) => Promise<Page<FeedBook>>
  viewBook: (idOrSlug: string) => Promise<FeedBook>
  /** Those who have books, by name; `next` is the name to go on after */
  listBookAuthors: (query: { after?: string | undefined; limit: number }) => Promise<{ items: BookAuthor[]; next?: string }>
  listAuthors: (query: ListQuery) => Promise<Page<Author>>
}
