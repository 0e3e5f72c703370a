import { createContext } from 'react-router'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book, BookDetails } from '#contracts/catalogue/book.ts'
import type { BookLanguage } from '#contracts/catalogue/book-groups.ts'
import type { Edition } from '#contracts/catalogue/edition.ts'
import type { ItemDetails, Picture } from '#contracts/catalogue/item.ts'
import type { MadeEpub } from '#contracts/catalogue/made-epub.ts'
import type { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { AuthorQuery, BookQuery, CatalogueQuery, Page } from '#contracts/common/list.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { NextActionRequest, NextActionResponse } from '#contracts/shop/access.ts'
import { sceneOf } from '#contracts/site/picture-scene.ts'
import type { PageSection, SiteContent } from '#contracts/site/site-content.ts'
import type { SitePicture } from '#contracts/site/site-picture.ts'

/** Connection to the API: in-process during server rendering, over the network in a browser. */
export type ApiConnection = {
  /** Base URL to which paths such as `/books` are appended */
  base: string
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** Published content of the site; only on the server */
  content?: SiteContent
}

/** Error response from the API with its problem document. */
export class ApiError extends Error {
  readonly problem: Problem
  /** Delay in seconds from the `Retry-After` header */
  readonly retryAfterSeconds: number | undefined
  constructor(problem: Problem, retryAfter?: string | null) {
    super(problem.title)
    this.name = 'ApiError'
    this.problem = problem
    this.retryAfterSeconds = Number(retryAfter) || undefined
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [404, 410].includes(error.problem.status)
}

/** Assumed width of a picture without renditions, whose actual size is unknown. */
const OWN_WIDTH = 480
/** Default values of fields that other implementations of the API may omit */
const BOOK_DETAILS = {
  contributors: [],
  isbn: null,
  publisher: '',
  publishedYear: null,
  editionStatement: '',
  rights: '',
  offerEpub: false,
  madeEpub: null,
  contents: [],
  opening: null,
  previewPages: null,
  textBytes: null,
  pagesBytes: null,
  editions: [],
}
const PODCAST_DETAILS = { chapters: [] }

/** Book with URLs instead of paths, and with its cover field renamed from `coverImageUrl` to `coverImage`. */
export type CatalogueBook = Omit<Book, 'coverImageUrl'> & { coverImage: string }
export type CatalogueBookDetails = CatalogueBook & Omit<BookDetails, keyof Book>
export type Api = ReturnType<typeof createApi>

/** API client for route loaders, which the page handler sets for each request. */
export const apiContext = createContext<Api>()

/** Cache of page texts by path, used only in a browser */
const texts = new Map<string, Promise<unknown>>()

/**
 * Creates an API client. Pages require only the fields in the specification; with an API that omits `slug`, `cover` and other additions,
 * pages show fewer details.
 */
export function createApi({ base, fetch, content }: ApiConnection) {
  const media = (path: string, folder = '') => (path.startsWith('http') ? path : `${base}/media/${folder}${path}`)
  /** Returns the renditions of a picture; without renditions, the picture itself with dimensions that suit the layout. */
  const picture = (value: Picture | undefined, own: string, { folder = '', height }: { folder?: string; height: number }): Picture => {
    const sources = value?.sources ?? [{ type: 'image/webp' as const, width: OWN_WIDTH, path: own }]
    return {
      ...(value ?? { width: OWN_WIDTH, height, placeholder: '' }),
      sources: sources.map((source) => ({ ...source, path: media(source.path, folder) })),
    }
  }

  /** Returns the editions of an item with absolute addresses. Lists, and APIs with only the fields of the specification, have none. */
  function editionsOf(item: object) {
    const { editions } = item as { editions?: Edition[] }
    const absolute = (path: string | null) => (path ? media(path) : null)
    return (
      editions && {
        editions: editions.map((edition) => ({ ...edition, url: media(edition.url), previewUrl: absolute(edition.previewUrl) })),
      }
    )
  }

  /** Returns the EPUB that is made from a book's PDF with an absolute address. */
  function madeEpubOf(item: object) {
    const { madeEpub } = item as { madeEpub?: MadeEpub | null }
    return madeEpub && { madeEpub: { ...madeEpub, url: media(madeEpub.url) } }
  }

  function toBook<Item extends Book>({ coverImageUrl, ...book }: Item): Omit<Item, 'coverImageUrl'> & { coverImage: string } {
    return {
      ...book,
      slug: book.slug ?? book.id,
      subjects: book.subjects ?? [],
      subtitle: book.subtitle ?? '',
      language: book.language ?? null,
      series: book.series ?? '',
      seriesSlug: book.seriesSlug ?? null,
      seriesNumber: book.seriesNumber ?? null,
      coverAlt: book.coverAlt ?? '',
      hasAudio: book.hasAudio ?? false,
      pageCount: book.pageCount ?? null,
      coverImage: media(coverImageUrl),
      pdfUrl: media(book.pdfUrl),
      previewUrl: book.previewUrl ? media(book.previewUrl) : null,
      ...editionsOf(book),
      ...madeEpubOf(book),
      cover: picture(book.cover, coverImageUrl, { height: 1.5 * OWN_WIDTH }),
    }
  }

  function toPodcast<Item extends Podcast>(podcast: Item): Item {
    return {
      ...podcast,
      slug: podcast.slug ?? podcast.id,
      subjects: podcast.subjects ?? [],
      language: podcast.language ?? null,
      coverAlt: podcast.coverAlt ?? '',
      coverImage: media(podcast.coverImage),
      audioUrl: media(podcast.audioUrl),
      ...editionsOf(podcast),
      cover: picture(podcast.cover, podcast.coverImage, { height: OWN_WIDTH }),
    }
  }

  function toAuthor(author: Author): Author {
    const folder = 'authors/'
    return {
      ...author,
      slug: author.slug ?? author.id,
      photo: media(author.photo, folder),
      photoAlt: author.photoAlt ?? '',
      picture: picture(author.picture, author.photo, { folder, height: 1.25 * OWN_WIDTH }),
    }
  }

  /** Fetches an item by its id, or by its current or a former slug */
  async function readItem<Wire, Item>(path: string, id: string, toItem: (wire: Wire) => Item, init?: RequestInit) {
    return toItem(await read<Wire>(`${path}/${encodeURIComponent(id)}`, init)) as Item & ItemDetails
  }

  /** Returns a 2xx response, and throws an ApiError for any other status. A network failure throws the error of `fetch`. */
  async function call(path: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(`${base}${path}`, init)
    if (response.ok) return response
    throw new ApiError(await readProblem(response), response.headers.get('retry-after'))
  }

  async function read<Body>(path: string, init?: RequestInit): Promise<Body> {
    return (await call(path, init)).json() as Promise<Body>
  }

  /**
   * Fetches a page text. Texts don't change during a visit, so a browser fetches each text only once. A failed request is retried once,
   * since the page waits for the text.
   */
  function readText<Text>(path: string): Promise<Text> {
    const found = texts.get(path)
    if (found) return found as Promise<Text>
    const reading = read<Text>(path).catch((error: unknown) => {
      if (isNotFound(error)) throw error
      return read<Text>(path)
    })
    texts.set(path, reading)
    reading.catch(() => texts.delete(path))
    return reading
  }

  async function list<Wire, Item>(
    path: string,
    query: Record<string, unknown>,
    toItem: (wire: Wire) => Item,
    init?: RequestInit,
  ): Promise<Page<Item>> {
    const response = await call(`${path}${search(query)}`, init)
    const items = ((await response.json()) as Wire[]).map(toItem)
    const next = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    return { items, total: Number(response.headers.get('x-total-count') ?? items.length), ...(next && { next: decodeURIComponent(next) }) }
  }

  return {
    base,
    call,
    /** Returns the URL of a stored file; author photos are in the folder `authors` */
    media,
    /** Fetches one page of a list, whose items are returned unchanged */
    list: <Item>(path: string, query: Record<string, unknown>, init?: RequestInit) => list(path, query, (item: Item) => item, init),
    toBook,
    toPodcast,
    toAuthor,
    /** Returns the site owner's picture for the top of a page; undefined if the owner has not selected one */
    toScene: (own: SitePicture | undefined) => own && sceneOf(own, media),
    /** @param path API path of the list; administrators use a list with items in every state */
    listBooks: (query: BookQuery = {}, init?: RequestInit, path = '/books') => list(path, query, toBook<Book>, init),
    getBook: (id: string, init?: RequestInit) => readItem('/books', id, (book: BookDetails) => toBook({ ...BOOK_DETAILS, ...book }), init),
    /** Lists the languages of books, which a browser fetches once, as texts */
    listLanguages: () => (content ? read<BookLanguage[]>('/site/languages') : readText<BookLanguage[]>('/site/languages')),
    listPodcasts: (query: CatalogueQuery = {}, init?: RequestInit, path = '/podcasts') => list(path, query, toPodcast<Podcast>, init),
    getPodcast: (id: string, init?: RequestInit) =>
      readItem('/podcasts', id, (podcast: PodcastDetails) => toPodcast({ ...PODCAST_DETAILS, ...podcast }), init),
    listAuthors: (query: AuthorQuery = {}, init?: RequestInit) => list('/authors', query, toAuthor, init),
    getAuthor: (id: string, init?: RequestInit) => readItem('/authors', id, toAuthor, init),
    /** Fetches texts that only some pages need */
    readSection: async <Name extends PageSection>(name: Name) => content?.[name] ?? readText<SiteContent[Name]>(`/site/texts/${name}`),
    readProgram: async (slug: string) =>
      content?.programs.find((program) => program.slug === slug) ?? readText<SiteContent['programs'][number]>(`/site/programs/${slug}`),
    getClientId: async () => {
      const { clientId, known } = await read<{ clientId?: unknown; known?: boolean }>('/get-client-id', { method: 'POST' })
      if (!clientId || typeof clientId !== 'string') throw new Error('No client id')
      return { clientId, known }
    },
    getNextAction: async (request: NextActionRequest): Promise<NextActionResponse> => {
      const { url, ...next } = await read<NextActionResponse>('/get-next-action', json('POST', request))
      // A relative URL in the response is resolved against the API's host.
      return url === undefined ? next : { ...next, url: base.startsWith('http') ? new URL(url, base).href : url }
    },
  }
}

/** Returns the options of a request with a JSON body. */
export function json(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function search(query: Record<string, unknown>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') params.set(name, String(value))
  return String(params) ? `?${params}` : ''
}

async function readProblem(response: Response): Promise<Problem> {
  const { statusText: title, status, url: instance } = response
  const unknown: Problem = { type: 'about:blank', title, status, instance, code: 'internal', requestId: '' }
  return response.headers.get('content-type')?.includes('json') ? { ...unknown, ...((await response.json()) as Problem) } : unknown
}
