import { createHash, type Hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compress, decompress, type Encoding } from './encodings.ts'

/** It may be kept by everyone, and must be asked about every time. */
export const CACHE_AND_REVALIDATE = 'public, max-age=0, must-revalidate'

/** A whole answer that is the same for everyone, and its body in the encodings that were asked for, or else as it was made. */
export type CachedResponse = {
  status: number
  headers: Record<string, string>
  /** Length of the body as it was made */
  bytes: number
  bodies: { [encoding in Encoding]?: Buffer }
}

/** The entity tag of a text, given its hash. Weak: the text goes out in several encodings. */
export function weakEtag(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

/** `headers` without cache-control may be kept by everyone and must be asked about every time. Without an etag they get one. */
export function cachedResponse({
  status = 200,
  headers,
  body,
}: {
  status?: number
  headers: Record<string, string>
  body: Buffer
}): CachedResponse {
  const etag = weakEtag(createHash('sha256').update(body))
  return {
    status,
    headers: { 'cache-control': CACHE_AND_REVALIDATE, etag, ...headers },
    bytes: body.length,
    bodies: { identity: body },
  }
}

/** Sends the answer. `onSend` hears with which headers its body goes out. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  onSend?: (encoding: Encoding, headers: Record<string, string>) => void,
) {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await bodyIn(answer, encoding)
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.code(answer.status).headers({ ...answer.headers, vary })
  if (matchesEtag(answer, request.headers['if-none-match'])) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-length', String(body.length))
  onSend?.(encoding, reply.getHeaders() as Record<string, string>)
  return reply.send(body)
}

/** Whether the client holds this very answer, going by the header `if-none-match`. */
export function matchesEtag({ headers }: Pick<CachedResponse, 'headers'>, tags: string | undefined): boolean {
  return tags !== undefined && (tags === headers.etag || tags.split(',').some((tag) => tag.trim() === headers.etag))
}

const compressing = new WeakMap<CachedResponse, Map<Encoding, Promise<Buffer>>>()

/** Those who ask for the same encoding at once share one compression. */
async function bodyIn(answer: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const found = answer.bodies[encoding]
  if (found) return found
  const pending = compressing.get(answer) ?? new Map<Encoding, Promise<Buffer>>()
  compressing.set(answer, pending)
  const making = pending.get(encoding) ?? recode(answer.bodies, encoding)
  pending.set(encoding, making)
  const body = await making
  answer.bodies[encoding] = body
  pending.delete(encoding)
  // Nearly everyone asks for the compressed form, which takes a fifth of the memory; the others' is made of it when they come.
  if (encoding !== 'identity' && !pending.has('identity')) delete answer.bodies.identity
  return body
}

async function recode(bodies: CachedResponse['bodies'], encoding: Encoding): Promise<Buffer> {
  return compress(await decompress(bodies), encoding)
}
