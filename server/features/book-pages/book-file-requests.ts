import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StoredFile } from '#server/platform/media/store/media-library.ts'
import { matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import { EDITION } from './page-set.ts'

export const FileKey = z.object({ key: z.string().max(80) })
export const FileQuery = z.object({
  grant: z.string().max(500).optional().meta({ description: 'The one of the file’s own signed URL' }),
})

const HEADERS = {
  ETag: 'Changes when the pages are made differently',
  'Cache-Control': 'For public files, caches may keep a picture for ever, and all else for a day',
}
export const FILE_NOTES = { refuses: [403], responseHeaders: { 200: HEADERS } }

export type BookPageFiles = {
  /** Finds a file that this request may read, else throws the problem that the file itself would be refused with */
  requireFile: (key: string, query: { grant?: string | undefined }) => Promise<StoredFile>
  /** Answers with bytes of a stored file */
  sendBytes: (request: FastifyRequest, reply: FastifyReply, key: string, range: { start: number; end: number }) => Promise<void>
}

/**
 * Gives the answer the headers of the file that it was made of. True when whoever asks has it already.
 * @param parts what of the file it is, and in which edition
 * @param isPicture each edition's is right for ever. All else is compressed on its way, so that its bytes may differ, and is kept for a day:
 * its parts lead to each other by numbers, which another edition may give to others.
 */
export function isKept(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: { headers: (values: Record<string, string>) => unknown },
  { file, parts, isPicture = false }: { file: StoredFile; parts: unknown[]; isPicture?: boolean },
): boolean {
  const etag = `${isPicture ? '' : 'W/'}"${[file.key.slice(0, 64), EDITION, ...parts].join('-')}"`
  reply.headers({
    etag,
    'cache-control':
      file.audience === 'public' ? `public, ${isPicture ? 'max-age=31536000, immutable' : 'max-age=86400'}` : 'private, no-store',
    'cross-origin-resource-policy': 'cross-origin',
    ...(file.audience === 'owners' && { 'referrer-policy': 'no-referrer' }),
  })
  return matchesEtag({ headers: { etag } }, headers['if-none-match'])
}
