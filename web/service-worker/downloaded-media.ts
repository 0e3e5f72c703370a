import { hasLapsed, opensUntil, readRecords } from '#web/lib/downloads/download-record.ts'
import { answerFromParts, partUrl } from '#web/lib/downloads/file-parts.ts'
import { DOWNLOADED_MEDIA, matchDownload } from '#web/lib/storage/cache-storage.ts'
import { searchDownloads } from './search-downloads.ts'

const PICTURE = /^(.*\/pages\/\d+\/)(\d+)\.(avif|webp)$/
/**
 * Path suffix of low-bitrate audio. If an episode is downloaded in one bit rate only, requests for the other bit rate return the downloaded
 * file.
 */
const LOW_BITRATE = '/light'
/** Time for which the download records are cached, in ms, since reading a book causes many requests. */
const LAPSED_MS = 60_000

/**
 * Returns the response for a downloaded file or a resource below the file's path. The query, which contains the grant, is ignored when
 * matching downloads. Requests for other files, and for downloads that need an access check, are redirected to the API with the grant.
 */
export async function serveDownloadedMedia(request: Request, apiBase: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(DOWNLOADED_MEDIA.length)
  const url = `${apiBase}/media/${path}${search}`
  const downloaded = (await isLapsed(path)) ? undefined : await findDownload(request, pathname, url)
  return downloaded ?? Response.redirect(url)
}

let lapsed: { keys: string[]; readAt: number } | undefined

/** Returns whether access to the file's item has to be checked before the item may be opened. The page checks access when it is online. */
async function isLapsed(path: string): Promise<boolean> {
  if (!lapsed || Math.abs(Date.now() - lapsed.readAt) > LAPSED_MS) {
    const records = await readRecords()
    lapsed = { keys: records.filter((record) => hasLapsed(opensUntil(record))).map(({ media }) => media), readAt: Date.now() }
  }
  return lapsed.keys.some((key) => path === key || path.startsWith(`${key}/`))
}

async function findDownload(request: Request, pathname: string, url: string): Promise<Response | undefined> {
  const whole = await matchDownload(pathname)
  if (whole) return whole
  const [file = '', below] = pathname.split(/(?=\/pages(?:\/|$))/)
  if (below === '/pages/search') return findWords(new URL(request.url), file)
  if (below === undefined) return (await findFile(request, pathname)) ?? findFile(request, otherRecording(pathname))
  // A resource derived from the file, such as a page image, is not needed if the file itself is downloaded.
  if (await matchDownload(partUrl(file, 0))) return new Response(null, { status: 404 })
  const picture = PICTURE.exec(pathname)
  return picture ? findPicture(picture, url) : undefined
}

/** Searches the downloaded texts of a book; undefined if no texts are downloaded, so that the request goes to the server. */
async function findWords({ searchParams }: URL, file: string): Promise<Response | undefined> {
  const found = await searchDownloads(searchParams.get('q') ?? '', async (path) => (await matchDownload(`${file}${path}`))?.json())
  return found && new Response(JSON.stringify(found))
}

const otherRecording = (pathname: string) =>
  pathname.endsWith(LOW_BITRATE) ? pathname.slice(0, -LOW_BITRATE.length) : `${pathname}${LOW_BITRATE}`

const findFile = (request: Request, pathname: string) => answerFromParts(request, (index) => matchDownload(partUrl(pathname, index)))

/**
 * Returns a page image. Each page is downloaded in a single width and format. The downloaded image is also returned for smaller widths, and
 * for larger widths that can't be fetched.
 */
async function findPicture([, place, width, format]: RegExpExecArray, url: string): Promise<Response | undefined> {
  if (Number(width) > 720 && navigator.onLine) {
    const larger = await fetch(url).catch(() => undefined)
    // The API's response may be an error, since an item that was free when it was downloaded may have a price now.
    if (larger?.ok) return larger
  }
  const others = [format, format === 'avif' ? 'webp' : 'avif'].map((each) => `${place}720.${each}`)
  return (await matchDownload(others[0] ?? '')) ?? matchDownload(others[1] ?? '')
}
