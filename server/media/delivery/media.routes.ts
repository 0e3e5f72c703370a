import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ByteRange, parseByteRange } from '#contracts/common/byte-range.ts'
import { downloadName } from '#contracts/common/download-name.ts'
import { AAC_PATH, MADE_EPUB_PATH } from '#contracts/common/media-url.ts'
import type { MediaLibrary, StoredFile } from '#server/media/store/media-library.ts'
import { allowAnyOrigin, answerPreflights } from '#server/platform/http/any-origin.ts'
import { serveWhenBusy } from '#server/platform/http/guards/refuse-when-busy.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import { matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import type { MediaAccess, ServedFile } from './check-grant.ts'
import type { SendBytes } from './send-bytes.ts'

const Params = z.object({ key: z.string().max(80) })
const Query = z.object({
  grant: z.string().max(500).optional().meta({ description: 'Grant for the file of a priced item, valid for an hour' }),
  feed: z.string().max(500).optional().meta({ description: 'Grant for an owned episode in a personal feed' }),
})

const FILE_HEADERS = { ETag: 'Never changes: the key identifies the content', 'Accept-Ranges': 'bytes' }
const NOTES = {
  refuses: [403, 416],
  requestHeaders: { Range: 'Requested byte range' },
  responseHeaders: { 200: FILE_HEADERS, 206: { ...FILE_HEADERS, 'Content-Range': 'Returned byte range and size of the file' } },
}

const FOREVER = 'max-age=31536000, immutable'

/** Internal nginx location of the media folder (docs/operations/proxies.md). */
const NGINX_LOCATION = '/lectern-media'

type DerivedAudio = 'light' | 'aac'
type DerivedRole = DerivedAudio | 'made-epub'

export type MediaDeps = {
  library: MediaLibrary
  access: MediaAccess
  sendBytes: SendBytes
  mayHear: (feedGrant: string, key: string, ip: string) => Promise<boolean>
  /** Finds the low-bitrate audio or the AAC file of a recording; undefined if the file doesn't exist */
  findDerivedAudio: (key: string, role: DerivedAudio) => Promise<StoredFile | undefined>
  /** Finds the EPUB that is made from a PDF, and whether its book offers it; undefined if there is none */
  findMadeEpub: (key: string) => Promise<(StoredFile & { isOffered: boolean }) | undefined>
  /** Whether nginx sends the files instead of the server */
  sentByNginx?: boolean
}

/** Serves stored files. `mayHear` checks whether the grant of a personal feed gives access to a file. */
export function mediaRoutes({ library, access, sendBytes, mayHear, findDerivedAudio, findMadeEpub, sentByNginx = false }: MediaDeps) {
  return async (app: App) => {
    setBound(app, { constant: 'one row, and bytes of one file' })
    // Pictures of a page, such as the logo, are never refused before pages.
    serveWhenBusy(app)
    const rules = 'whole or by byte range, with the access rules of the recording'
    const whole: { summary: string; role?: DerivedRole } = { summary: 'Get a stored file, whole or by byte range' }
    const routes: Record<string, typeof whole> = {
      '/media/:key': whole,
      '/media/authors/:key': whole,
      '/media/:key/light': { summary: `Get the low-bitrate audio of a recording, ${rules}`, role: 'light' },
      // The URL of AAC audio ends with an extension, since some podcast apps recognize audio only by the extension.
      [`/media/:key${AAC_PATH}`]: { summary: `Get the AAC of a recording that podcast apps don’t play, ${rules}`, role: 'aac' },
      [`/media/:key${MADE_EPUB_PATH}`]: {
        summary:
          'Get the EPUB that is made from the text of a PDF, whole or by byte range, with the access rules of the PDF; 404 if the book doesn’t offer it, and for a book with an EPUB file, which is a file of its own',
        role: 'made-epub',
      },
    }
    // Preflight requests for missing files and for files that require a grant receive the same response, so that missing files are not
    // revealed.
    answerPreflights(app, async ({ params }) => (await access.find((params as z.infer<typeof Params>).key))?.audience === 'public')
    for (const [url, { summary, role }] of Object.entries(routes)) {
      const schema = { tags: ['media'], summary, params: Params, querystring: Query, notes: NOTES }
      app.get(url, { schema, exposeHeadRoute: false }, (request, reply) =>
        sendFile(request, reply, { ...request.params, role }, request.query),
      )
      // HEAD has its own route, since Fastify's default would send a content length of 0.
      app.head(url, { schema: { ...schema, hide: true } }, (request, reply) =>
        sendFile(request, reply, { ...request.params, role }, request.query),
      )
    }
  }

  async function requireDerived(recording: ServedFile, role: DerivedRole, grant: string | undefined): Promise<ServedFile> {
    if (role === 'made-epub') return requireEpub(recording, grant)
    const derived = await findDerivedAudio(recording.key, role)
    if (!derived) throw notFound('audio')
    return { ...derived, audience: recording.audience, title: recording.title }
  }

  /** Returns the EPUB of a PDF. An administrator may look at it before the book offers it. */
  async function requireEpub(pdf: ServedFile, grant: string | undefined): Promise<ServedFile> {
    const made = await findMadeEpub(pdf.key)
    if (!made) throw notFound('EPUB')
    const { isOffered, ...epub } = made
    if (!isOffered && !access.isAdministrator(pdf, grant)) throw notFound('EPUB')
    return { ...epub, audience: isOffered ? pdf.audience : 'owners', title: pdf.title }
  }

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, role }: { key: string; role: DerivedRole | undefined },
    { grant, feed }: z.infer<typeof Query>,
  ) {
    const asked = await access.findServed(key)
    const isFed = role !== 'made-epub' && asked.audience === 'owners' && feed !== undefined && (await mayHear(feed, key, request.ip))
    if (!isFed) await access.requireGrant(asked, grant)
    const file = role ? await requireDerived(asked, role, grant) : asked
    if (file.audience === 'public') allowAnyOrigin(reply)

    const etag = `"${file.key.slice(0, 64)}"`
    const disposition = file.title === undefined ? undefined : namedDisposition(downloadName(file.title, file.key))
    const headers = {
      etag,
      'accept-ranges': 'bytes',
      'content-type': file.type,
      ...(disposition && { 'content-disposition': disposition }),
      'cache-control': file.audience === 'public' ? `public, ${role === 'made-epub' ? 'no-cache' : FOREVER}` : 'private, no-store',
      'cross-origin-resource-policy': 'cross-origin',
      ...(file.audience === 'owners' && { 'referrer-policy': 'no-referrer' }),
    }
    reply.headers(headers)
    if (matchesEtag({ headers: { etag } }, request.headers['if-none-match'])) return reply.code(304).send()
    // HEAD requests are not redirected, since a URL signed for GET is refused for HEAD. Podcast apps are not redirected either, so that the
    // server checks each of their range requests.
    if (library.store.signUrl && file.audience === 'owners' && !isFed && request.method === 'GET')
      return reply.redirect(await library.store.signUrl(file.key, { type: file.type, disposition }))

    // With If-Range, a range applies only to the version of the file of which the client has a part.
    const ifRange = request.headers['if-range']
    const isWhole = request.method === 'HEAD' || (ifRange && ifRange !== etag)
    const range = isWhole ? undefined : parseByteRange(request.headers.range, file.bytes)
    if (range === 'unsatisfiable') {
      throw new ProblemError(416, 'range_not_satisfiable', 'Range not satisfiable', {
        headers: { 'content-range': `bytes */${file.bytes}`, 'cache-control': 'no-store' },
      })
    }
    const isForNginx = sentByNginx && nginxAgrees(request, range)
    // A missing file is detected here if the server doesn't send the file itself: caches could store nginx's 404 response for as long as
    // the file.
    if (isForNginx || request.method === 'HEAD') {
      if ((await library.store.size(file.key)) === undefined) throw notFound('file')
    }
    if (isForNginx) {
      // nginx adds `accept-ranges` to a whole file itself.
      if (!range) reply.removeHeader('accept-ranges')
      return reply.header('x-accel-redirect', `${NGINX_LOCATION}/${library.store.location?.(file.key)}`).send()
    }
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
    reply.header('content-length', range ? range.end - range.start + 1 : file.bytes)
    if (request.method === 'HEAD') return reply.send()
    await sendBytes(request, reply, file.key, range ?? { start: 0, end: file.bytes - 1 })
  }
}

/** Returns whether nginx would interpret a request like this server: nginx refuses malformed ranges, and can't check ETag preconditions. */
function nginxAgrees({ headers }: FastifyRequest, range: ByteRange | undefined) {
  if (headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined) return false
  return range !== undefined || headers.range === undefined
}

/** Returns a `Content-Disposition` value that displays a file in the browser and names the file when saved (RFC 8187). */
function namedDisposition(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `inline; filename*=UTF-8''${encoded}`
}
