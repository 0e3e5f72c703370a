import { KEPT_MEDIA, matchKept } from '#web/lib/shelf/cache-storage.ts'
import { answerFromParts, partUrl } from '#web/lib/shelf/file-parts.ts'
import { hasLapsed, opensUntil, readRecords } from '#web/lib/shelf/kept-record.ts'
import { searchKept } from './search-kept.ts'

const PICTURE = /^(.*\/pages\/\d+\/)(\d+)\.(avif|webp)$/
/** One of an episode’s two recordings is heard in place of the other, if that is not kept. */
const LIGHT = '/light'
/** How long the records of kept titles are remembered, since a book is many requests. */
const LAPSED_MS = 60_000

/**
 * Answers with what is kept of a file, or of what stands below it. The query, a grant, is no part of its name. What is not kept is asked
 * for where the file itself is, with the grant: without a line that fails, as it would have there.
 */
export async function answerKeptMedia(request: Request, apiBase: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(KEPT_MEDIA.length)
  const url = `${apiBase}/media/${path}${search}`
  const kept = (await isLapsed(path)) ? undefined : await findKept(request, pathname, url)
  return kept ?? Response.redirect(url)
}

let lapsed: { keys: string[]; readAt: number } | undefined

/** Whether the title of the file was kept too long without asking. Its page asks when there is a connection. */
async function isLapsed(path: string): Promise<boolean> {
  if (!lapsed || Math.abs(Date.now() - lapsed.readAt) > LAPSED_MS) {
    const records = await readRecords()
    lapsed = { keys: records.filter((kept) => hasLapsed(opensUntil(kept))).map(({ media }) => media), readAt: Date.now() }
  }
  return lapsed.keys.some((key) => path === key || path.startsWith(`${key}/`))
}

async function findKept(request: Request, pathname: string, url: string): Promise<Response | undefined> {
  const whole = await matchKept(pathname)
  if (whole) return whole
  const [file = '', below] = pathname.split(/(?=\/pages(?:\/|$))/)
  if (below === '/pages/search') return findWords(new URL(request.url), file)
  if (below === undefined) return (await findFile(request, pathname)) ?? findFile(request, otherSound(pathname))
  // Who keeps the file itself needs nothing that is made of it.
  if (await matchKept(partUrl(file, 0))) return new Response(null, { status: 404 })
  const picture = PICTURE.exec(pathname)
  return picture ? findPicture(picture, url) : undefined
}

/** Without kept texts, the server searches. */
async function findWords({ searchParams }: URL, file: string): Promise<Response | undefined> {
  const found = await searchKept(searchParams.get('q') ?? '', async (path) => (await matchKept(`${file}${path}`))?.json())
  return found && new Response(JSON.stringify(found))
}

const otherSound = (pathname: string) => (pathname.endsWith(LIGHT) ? pathname.slice(0, -LIGHT.length) : `${pathname}${LIGHT}`)

const findFile = (request: Request, pathname: string) => answerFromParts(request, (index) => matchKept(partUrl(pathname, index)))

/** A page is kept in one width and one format. It serves for smaller ones, and for larger ones that can't be fetched. */
async function findPicture([, place, width, format]: RegExpExecArray, url: string): Promise<Response | undefined> {
  if (Number(width) > 720 && navigator.onLine) {
    const larger = await fetch(url).catch(() => undefined)
    // What was free when it was kept may have a price now.
    if (larger?.ok) return larger
  }
  const others = [format, format === 'avif' ? 'webp' : 'avif'].map((each) => `${place}720.${each}`)
  return (await matchKept(others[0] ?? '')) ?? matchKept(others[1] ?? '')
}
