import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pagePolicy } from './page-policy.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const CACHE_BYTES = 64 * 1024 * 1024

/** A whole page as it goes out, in the encodings that browsers ask for. */
export type PageDocument = {
  status: number
  headers: Record<string, string>
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer }
}

/** Whole pages by address. What was rendered from an older catalogue is not answered any more. */
export function createPageCache() {
  const cache = new LRUCache<string, { version: number; document: PageDocument }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ document }) => Object.values(document.bodies).reduce((sum, body) => sum + body.length, 1000),
  })
  return {
    get: (address: string, version: number): PageDocument | undefined => {
      const entry = cache.get(address)
      return entry?.version === version ? entry.document : undefined
    },
    set: (address: string, version: number, document: PageDocument) => {
      cache.set(address, { version, document })
    },
  }
}

/** Reads a whole document. Its inline scripts are allowed by their hashes, so that the same bytes serve everyone and can be cached. */
export async function finishDocument(response: Response, nonce: string): Promise<PageDocument> {
  const html = (await response.text()).replaceAll(` nonce="${nonce}"`, '')
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    compressGzip(identity),
  ])
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-document'))
  return {
    status: response.status,
    headers: {
      ...headers,
      'content-security-policy': pagePolicy(inlineScriptHashes(html)),
      'cache-control': headers['cache-control'] ?? 'public, max-age=0, must-revalidate',
      etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    },
    bodies: { br, gzip: gzipped, identity },
  }
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, { status, headers, bodies }: PageDocument) {
  reply.code(status).headers({ ...headers, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === headers.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

function inlineScriptHashes(html: string) {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const hashes = [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [...new Set(hashes)]
}
