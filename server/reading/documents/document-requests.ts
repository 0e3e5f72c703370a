import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { allowAnyOrigin } from '#server/platform/http/any-origin.ts'
import { matchesEtag, varyByEncoding } from '#server/platform/response-cache/cached-response.ts'
import type { SharedBodies, SharedBody } from '#server/platform/response-cache/shared-bodies.ts'
import { EDITION } from './page-manifest.ts'

export const FileKey = z.object({ key: z.string().max(80) })
export const FileQuery = z.object({
  grant: z.string().max(500).optional().meta({ description: 'Grant from the file’s signed URL' }),
})

const HEADERS = {
  ETag: 'Version of the rendering; changes when pages are rendered differently',
  'Cache-Control': 'For public files, images may be cached forever and everything else for a day',
}
/** Schema properties of all routes below the URL of a file. */
export const DOCUMENTED = { tags: ['media'], querystring: FileQuery, notes: { refuses: [403], responseHeaders: { 200: HEADERS } } }

export type DocumentRequests = {
  /** Finds a file that the request may read. Otherwise throws the problem with which a request for the file itself is refused */
  requireFile: (key: string, query: { grant?: string }) => Promise<StoredFile>
  /** Sends cached JSON bodies, such as page lists and page texts */
  bodies: SharedBodies
  /** Sends a byte range of a stored file */
  sendBytes: (request: FastifyRequest, reply: FastifyReply, key: string, range: { start: number; end: number }) => Promise<void>
}

/**
 * Returns the response headers for data derived from a file.
 * @param parts identify the part of the file and its version
 * @param isPicture whether the data is an image, which never changes within a version. Other data is compressed for the response, so its
 * bytes may differ, and is cached for a day: parts refer to each other by numbers, which another version may assign differently.
 */
export function headersOf({ key, audience }: StoredFile, { parts, isPicture = false }: { parts: unknown[]; isPicture?: boolean }) {
  return {
    etag: `${isPicture ? '' : 'W/'}"${[key.slice(0, 64), EDITION, ...parts].join('-')}"`,
    'cache-control': audience === 'public' ? `public, ${isPicture ? 'max-age=31536000, immutable' : 'max-age=86400'}` : 'private, no-store',
    'cross-origin-resource-policy': 'cross-origin',
    ...(audience === 'owners' && { 'referrer-policy': 'no-referrer' }),
  }
}

/**
 * Sends a JSON body that is derived from the file. A request with a matching ETag does not read the file's pages.
 * @param isFinal false when the body may change soon
 */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  options: {
    bodies: SharedBodies
    file: StoredFile
    parts: unknown[]
    isFinal?: boolean
    read: (visitor: Visitor) => Promise<SharedBody>
  },
): Promise<never> {
  const { bodies, file, parts, isFinal = true, read } = options
  const isPublic = file.audience === 'public'
  if (isPublic) allowAnyOrigin(reply)
  const headers = {
    ...headersOf(file, { parts }),
    'content-type': 'application/json; charset=utf-8',
    ...(isPublic && !isFinal && { 'cache-control': 'public, no-cache' }),
  }
  if (matchesEtag({ headers }, request.headers['if-none-match']))
    return reply
      .code(304)
      .headers({ ...headers, vary: varyByEncoding(reply) })
      .send() as never
  const key = [file.audience, isFinal, headers.etag].join(' ')
  const isDirect = isPublic && isFinal
  const obtain = async (visitor: Visitor) => ({ headers, body: await read(visitor) })
  return (await bodies.send(request, reply, { key, isDirect, obtain })) as never
}
