import { createHash, type Hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compress, decompress, type Encoding } from './encodings.ts'

/** Value of cache-control with which every cache may store the response, but must revalidate it each time. */
export const CACHE_AND_REVALIDATE = 'public, max-age=0, must-revalidate'

/** Complete response that is the same for everyone. The body is stored in the encodings that clients have requested so far. */
export type CachedResponse = {
  status: number
  headers: Record<string, string>
  /** Length of the uncompressed body, in bytes */
  bytes: number
  bodies: { [encoding in Encoding]?: Buffer }
}

/** Returns the ETag of a text. The tag is weak, since the text is sent in several encodings. */
export function weakEtag(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

/** Creates a response. Adds an etag, and cache-control unless `headers` include it. */
export function cachedResponse(content: { status?: number; headers: Record<string, string>; body: Buffer }): CachedResponse {
  const { status = 200, headers, body } = content
  const etag = weakEtag(createHash('sha256').update(body))
  return {
    status,
    headers: { 'cache-control': CACHE_AND_REVALIDATE, etag, ...headers },
    bytes: body.length,
    bodies: { identity: body },
  }
}

/** Sends a cached response. `onSend` is called with the headers of a response with a body. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  onSend?: (encoding: Encoding, headers: Record<string, string>) => void,
) {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await bodyIn(response, encoding)
  reply.code(response.status).headers({ ...response.headers, vary: varyByEncoding(reply) })
  if (isUnchanged(response, request.headers)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-length', String(body.length))
  onSend?.(encoding, reply.getHeaders() as Record<string, string>)
  return reply.send(body)
}

/** Returns the value of `vary` for a response that exists in several encodings. A 304 response has the same value. */
export function varyByEncoding(reply: FastifyReply): string {
  return [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
}

/** Returns whether the client already has the response, according to the header `if-none-match` (RFC 9110 §13.1.2). */
export function matchesEtag({ headers: { etag } }: Pick<CachedResponse, 'headers'>, tags: string | undefined): boolean {
  if (tags === undefined || tags === etag) return tags !== undefined
  return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}

/** Returns whether the client already has the response, according to the request's entity tags, or else the time of the client's copy. */
export function isUnchanged(response: Pick<CachedResponse, 'headers'>, asked: IncomingHttpHeaders): boolean {
  const tags = asked['if-none-match']
  if (tags !== undefined) return matchesEtag(response, tags)
  const [changed, since] = [response.headers['last-modified'], asked['if-modified-since']]
  return changed !== undefined && since !== undefined && Date.parse(changed) <= Date.parse(since)
}

const compressing = new WeakMap<CachedResponse, Map<Encoding, Promise<Buffer>>>()

/** Returns the body in an encoding. Concurrent requests for the same encoding share one compression. */
export async function bodyIn(response: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const found = response.bodies[encoding]
  if (found) return found
  const pending = compressing.get(response) ?? new Map<Encoding, Promise<Buffer>>()
  compressing.set(response, pending)
  const making = pending.get(encoding) ?? decompress(response.bodies).then((text) => compress(text, encoding))
  pending.set(encoding, making)
  const body = await making
  response.bodies[encoding] = body
  pending.delete(encoding)
  // The uncompressed body is deleted, since nearly all clients accept the compressed body, which takes a fifth of the memory. The
  // uncompressed body can be restored from the compressed one.
  if (encoding !== 'identity' && !pending.has('identity')) delete response.bodies.identity
  return body
}
