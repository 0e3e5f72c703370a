import type { Document } from '#server/catalogue/feeds/documents.ts'
import type { FeedSite } from '#server/catalogue/feeds/feed-deps.ts'
import type { FeedBook } from '#server/catalogue/feeds/feed-items.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'

/** Entry for a list of books in a parent list; `updated` is the time of the newest book. */
export type OpdsEntry = {
  title: string
  text: string
  path: string
  rel?: 'new' | 'popular'
  kind: 'books' | 'navigation'
  updated: string | undefined
}

/** OPDS list of lists. Paths are relative to the root of the catalogue. */
export type OpdsNavigation = {
  title: string
  path: string
  entries: OpdsEntry[]
  nextPath?: string
}

/** Page of an OPDS list of books. */
type OpdsBooks = {
  title: string
  path: string
  firstPath: string
  nextPath: string | undefined
  /** Number of books in the whole list, and number per page */
  total: number
  perPage: number
  books: FeedBook[]
}

/** Base path, site and URLs of an OPDS catalogue. */
export type OpdsContext = { base: string; site: FeedSite; urls: SiteUrls }

/** Version of the Open Publication Distribution System (OPDS), a format for book catalogues in reading apps (specs.opds.io). */
export type OpdsFormat = {
  /** Path of the root of the OPDS catalogue */
  base: '/opds' | '/opds/v2'
  writeNavigation: (navigation: OpdsNavigation, context: OpdsContext) => Document
  writeBooks: (page: OpdsBooks, context: OpdsContext) => Document
  writeBook: (book: FeedBook, context: OpdsContext) => Document
}

export const SEARCH_PATH = '/opds/search.xml'
/** Maximum length of a description in an OPDS list. The document of a book contains the whole description. */
export const SUMMARY_LENGTH = 300

export const OPDS_RELATIONS = {
  openAccess: 'http://opds-spec.org/acquisition/open-access',
  buy: 'http://opds-spec.org/acquisition/buy',
  sample: 'http://opds-spec.org/acquisition/sample',
  image: 'http://opds-spec.org/image',
  thumbnail: 'http://opds-spec.org/image/thumbnail',
  new: 'http://opds-spec.org/sort/new',
  popular: 'http://opds-spec.org/sort/popular',
}

/** Returns the images of a book cover: the JPEGs that all reading apps support, and the renditions for the site's pages. */
export function coverImages({ artwork, thumbnail, cover }: FeedBook, urls: SiteUrls) {
  const webp = cover.sources.filter(({ type }) => type === 'image/webp')
  const renditions = webp.map(({ type, width, path }) => ({
    type: type as string,
    href: urls.media(path),
    width,
    height: Math.max(1, Math.round((width * cover.height) / cover.width)),
  }))
  const link = (file: FeedBook['artwork']) => file && { type: file.type, href: urls.media(file.key) }
  return { jpeg: link(artwork), thumbnail: link(thumbnail), renditions }
}

/** Returns the files of a book, and after them the EPUB that is made from its PDF. */
export function withMadeEpub(editions: FeedBook['editions'], madeEpub: FeedBook['madeEpub']) {
  if (!madeEpub) return editions
  return [...editions, { format: 'epub' as const, type: 'application/epub+zip', previewUrl: null, ...madeEpub }]
}
