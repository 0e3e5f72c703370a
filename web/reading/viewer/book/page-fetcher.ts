import { withPath } from '#contracts/common/media-url.ts'
import type { PageText } from '#contracts/reading/book-pages.ts'
import type { BookReflow, ReflowPart, ServedBookPages, TextImage } from '#contracts/reading/book-reflow.ts'
import { PAGE_WIDTHS, type PageFormat, type PageWidth } from '#contracts/reading/page-widths.ts'
import { openConnection, RefusedError, UnavailableError } from '#web/lib/access/file-connection.ts'
import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { chooseSource } from '#web/lib/picture-format.ts'
import type { FirstPage, PagePicture } from './first-page.ts'

const RETRY_MS = 800
/**
 * Number of unavailable responses (such as 503) after which a page image counts as missing. Before each of them, the server waits ten
 * seconds for the page to render.
 */
const MAX_UNAVAILABLE = 2
/** Maximum number of page images cached for turning back. */
const MAX_PICTURES = 24

type FetchedPicture = Pick<PagePicture, 'url'>
export type PageFetcher = ReturnType<typeof createPageFetcher>

/**
 * Creates functions that fetch server-generated data of a stored document: page manifest, page images and texts.
 * @param first requests started before this code was loaded
 */
export function createPageFetcher(
  url: string,
  renewUrl: (() => Promise<string>) | undefined,
  findFormat: () => Promise<PageFormat>,
  first?: FirstPage,
) {
  const connection = openConnection(url, renewUrl)
  const pictures = new Map<string, Promise<FetchedPicture | undefined>>()
  const reflow = new Map<string, Promise<unknown>>()
  if (first) pictures.set(`${first.number} ${first.width}`, firstPicture(first))
  let lastThumbnail: Promise<string | undefined> = Promise.resolve(undefined)

  async function fetchBlob(path: string, body?: string): Promise<Blob> {
    const parts: Uint8Array[] = []
    const response = await connection.download({ onBytes: (bytes) => parts.push(bytes), ...(body !== undefined && { body }) }, (fileUrl) =>
      withPath(fileUrl, `/pages${path}`),
    )
    return new Blob(parts as BlobPart[], { type: response.headers.get('content-type') ?? '' })
  }

  /** Fetches server-generated JSON, by path below `/pages`. With a body, the request is a POST. */
  const fetchJson = async <Answer>(path: string, body?: unknown) =>
    JSON.parse(await (await fetchBlob(path, body === undefined ? undefined : JSON.stringify(body))).text()) as Answer

  /** Fetches the page manifest; undefined if the server has none or fails. Rejects if the connection is lost or access is denied. */
  async function fetchPages(retries = 1): Promise<ServedBookPages | undefined> {
    const known = await first?.pages
    if (known) return known === 'none' ? undefined : known
    try {
      return await fetchJson<ServedBookPages>('')
    } catch (error) {
      if (error instanceof AccessEndedError || (error instanceof RefusedError && error.status === 403)) throw error
      if (error instanceof RefusedError) return undefined
      if (retries > 0 && navigator.onLine) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        return fetchPages(retries - 1)
      }
      if (error instanceof UnavailableError) return undefined
      throw error
    }
  }

  /**
   * Fetches the image of a page in at least the given width; undefined if the page can't be rendered. While offline, the fetch state
   * reports the failure and the request is retried. Rejects only if access is denied.
   */
  function fetchPicture(page: number, width: PageWidth): Promise<PagePicture | undefined> {
    const keys = PAGE_WIDTHS.filter((each) => each >= width).map((each) => `${page} ${each}`)
    return obtainPicture(keys.find((each) => pictures.has(each)) ?? `${page} ${width}`, () => requestPicture(page, width))
  }

  /** Fetches an image in the reflowable text in about the given width; undefined if it is unavailable. Otherwise as `fetchPicture`. */
  function fetchImage({ sources }: TextImage, width: number): Promise<FetchedPicture | undefined> {
    return obtainPicture(`${sources[0]?.file} ${width}`, async () => {
      const format = await findFormat()
      const source = chooseSource(sources, { format, width })
      return source && requestBlob(`/images/${source.file}`, source.width)
    })
  }

  /** Returns an image from the cache, or requests it. */
  function obtainPicture<Picture extends FetchedPicture>(
    key: string,
    request: () => Promise<Picture | undefined>,
  ): Promise<Picture | undefined> {
    const picture = (pictures.get(key) as Promise<Picture | undefined> | undefined) ?? request()
    // The image is reinserted as the newest entry, since the map is ordered from oldest to newest.
    pictures.delete(key)
    pictures.set(key, picture)
    picture.catch(() => pictures.delete(key))
    for (const oldest of [...pictures.keys()].slice(0, -MAX_PICTURES)) forget(oldest)
    return picture
  }

  async function firstPicture({ picture, number, width }: FirstPage) {
    return (await picture) ?? requestPicture(number, width)
  }

  /** Returns the image that is already visible, if its page and width are the requested ones. */
  function shownPicture(page: number, width: PageWidth): PagePicture | undefined {
    return first?.number === page && first.width >= width ? first.shown : undefined
  }

  async function requestPicture(page: number, width: PageWidth): Promise<PagePicture | undefined> {
    return requestBlob(`/${page}/${width}.${await findFormat()}`, width)
  }

  async function requestBlob<Width extends number>(path: string, width: Width): Promise<{ url: string; width: Width } | undefined> {
    let unavailable = 0
    return connection.persist(async () => {
      try {
        return { url: URL.createObjectURL(await fetchBlob(path)), width }
      } catch (error) {
        if (error instanceof RefusedError && error.status !== 403) return undefined
        if (error instanceof UnavailableError && ++unavailable >= MAX_UNAVAILABLE) return undefined
        throw error
      }
    })
  }

  /**
   * Fetches a thumbnail of a page, as an object URL that the caller must revoke; undefined if it is unavailable or the signal is aborted.
   * Thumbnails are requested sequentially, because the server may have to render them and the page itself has priority.
   */
  function fetchThumbnail(page: number, signal: AbortSignal): Promise<string | undefined> {
    const thumbnail = lastThumbnail.then(async () => {
      if (signal.aborted) return undefined
      return URL.createObjectURL(await fetchBlob(`/${page}/${PAGE_WIDTHS[0]}.${await findFormat()}`))
    })
    lastThumbnail = thumbnail.catch(() => undefined)
    return lastThumbnail
  }

  function forget(key: string) {
    const picture = pictures.get(key)
    pictures.delete(key)
    picture?.then(
      (made) => made && URL.revokeObjectURL(made.url),
      () => {},
    )
  }

  /** Fetches the text of a page; undefined when it is unavailable. */
  function fetchText(page: number): Promise<PageText | undefined> {
    return fetchJson<PageText>(`/${page}/text`).catch(() => undefined)
  }

  /** Fetches a resource of the reflowable text, once; undefined if there is none. Retries while offline, as the fetch state reports. */
  function fetchReflow<Answer>(path: string): Promise<Answer | undefined> {
    const answer =
      reflow.get(path) ??
      connection.persist(() =>
        fetchJson<Answer>(`/flow${path}`).catch((error: unknown) => {
          if (error instanceof RefusedError && error.status === 404) return undefined
          throw error
        }),
      )
    reflow.set(path, answer)
    answer.catch(() => reflow.delete(path))
    return answer as Promise<Answer | undefined>
  }
  const fetchReflowContents = () => fetchReflow<BookReflow>('')
  const fetchReflowPart = (part: number) => fetchReflow<ReflowPart>(`/${part}`)

  function close() {
    connection.close()
    for (const key of [...pictures.keys()]) forget(key)
  }

  const { retry, state } = connection
  return {
    fetchPages,
    fetchReflowContents,
    fetchReflowPart,
    fetchPicture,
    fetchImage,
    shownPicture,
    fetchThumbnail,
    fetchText,
    fetchJson,
    retry,
    close,
    state,
  }
}
