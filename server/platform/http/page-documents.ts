import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

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
  const cache = new LRUCache<string, { version: string; document: PageDocument }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ document }) => Object.values(document.bodies).reduce((sum, body) => sum + body.length, 1000),
  })
  const underWay = new Map<string, Promise<PageDocument | undefined>>()

  return {
    /** The document, at once or when the rendering that is under way has made it. */
    find: async (address: string, version: string): Promise<PageDocument | undefined> => {
      const entry = cache.get(address)
      return entry?.version === version ? entry.document : underWay.get(`${version} ${address}`)
    },

    /** Announces a rendering. Whoever began it ends it, with a document or without. */
    render: (address: string, version: string) => {
      const { promise, resolve } = Promise.withResolvers<PageDocument | undefined>()
      underWay.set(`${version} ${address}`, promise)
      return {
        done: (document: PageDocument) => {
          cache.set(address, { version, document })
          resolve(document)
        },
        end: () => {
          resolve(undefined)
          underWay.delete(`${version} ${address}`)
        },
      }
    },
  }
}

/**
 * Reads a whole document. Its own inline scripts, which carry the nonce, are allowed by their hashes instead, so that the same
 * bytes serve everyone and can be cached; a script that got in some other way is not among them.
 */
export async function finishDocument(
  response: Response,
  { nonce, policy, lasting }: { nonce: string; policy: (scripts: string[]) => string; lasting: boolean },
): Promise<PageDocument> {
  const html = await response.text()
  const identity = Buffer.from(html.replaceAll(` nonce="${nonce}"`, ''))
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    compressGzip(identity),
  ])
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-document'))
  return {
    status: response.status,
    headers: {
      ...headers,
      'content-security-policy': policy(inlineScriptHashes(html, nonce)),
      'cache-control': lasting ? (headers['cache-control'] ?? 'public, max-age=0, must-revalidate') : 'no-store',
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

function inlineScriptHashes(html: string, nonce: string) {
  const scripts = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  const own = [...scripts].filter(([, attributes = '']) => attributes.includes(` nonce="${nonce}"`) && !/\ssrc=/.test(attributes))
  return [...new Set(own.map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`))]
}
