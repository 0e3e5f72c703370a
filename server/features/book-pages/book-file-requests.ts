import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StoredFile } from '#server/platform/media/store/media-library.ts'
import type { Visitor } from '#server/platform/queues/fair-queue.ts'
import { matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import type { SharedBodies, SharedBody } from '#server/platform/response-cache/shared-bodies.ts'
import { EDITION } from './page-set.ts'

export const FileKey = z.object({ key: z.string().max(80) })
export const FileQuery = z.object({
  grant: z.string().max(500).optional().meta({ description: 'Grant from the file’s signed URL' }),
})

const HEADERS = {
  ETag: 'Version of the rendering; changes when pages are rendered differently',
  'Cache-Control': 'For public files, caches may keep a picture for ever, and all else for a day',
}
export const FILE_NOTES = { refuses: [403], responseHeaders: { 200: HEADERS } }

export type BookPageFiles = {
  /** Finds a file that this request may read, else throws the problem that the file itself would be refused with */
  requireFile: (key: string, query: { grant?: string | undefined }) => Promise<StoredFile>
  /** Sends what is read of files as text */
  bodies: SharedBodies
  /** Answers with bytes of a stored file */
  sendBytes: (request: FastifyRequest, reply: FastifyReply, key: string, range: { start: number; end: number }) => Promise<void>
}

/**
 * Headers of something that was made of the file.
 * @param parts what of the file it is, and in which edition
 * @param isPicture each edition's is right for ever. All else is compressed on its way, so that its bytes may differ, and is kept for a day:
 * its parts lead to each other by numbers, which another edition may give to others.
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
 * Sends a body in JSON that was made of the file. A client that has it already costs no look at the file's pages.
 * @param isFinal false for one that may be another one soon
 */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    bodies,
    file,
    parts,
    isFinal = true,
    read,
  }: {
    bodies: SharedBodies
    file: StoredFile
    parts: unknown[]
    isFinal?: boolean
    read: (visitor: Visitor) => Promise<SharedBody>
  },
): Promise<never> {
  const isPublic = file.audience === 'public'
  const headers = {
    ...headersOf(file, { parts }),
    'content-type': 'application/json; charset=utf-8',
    ...(isPublic && !isFinal && { 'cache-control': 'public, no-cache' }),
  }
  if (matchesEtag({ headers }, request.headers['if-none-match'])) return reply.code(304).headers(headers).send() as never
  const key = [file.audience, isFinal, headers.etag].join(' ')
  const isDirect = isPublic && isFinal
  const obtain = async (visitor: Visitor) => ({ headers, body: await read(visitor) })
  return (await bodies.send(request, reply, { key, isDirect, obtain })) as never
}
