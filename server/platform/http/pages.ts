import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import { createPageCache, finishDocument, sendDocument } from './page-documents.ts'
import { pagePolicy } from './page-policy.ts'
import { requestOrigin } from './request-origin.ts'
import type { App } from './server.ts'

/** The built pages' one export: renders a request to a response. */
type PageHandler = (request: Request, nonce: string) => Promise<Response>
type Connection = { base: string; fetch: (address: string, init?: RequestInit) => Promise<Response> }
type PagesModule = { createPageHandler: (connection: Connection) => PageHandler }

const BUILD = join(import.meta.dirname, '../../../build')

/** Serves the pages: the built ones, or with `develop` those that Vite compiles as they are asked for. */
export async function servePages(
  app: App,
  { catalogueVersion, publicUrl, develop = false }: { catalogueVersion: () => number; publicUrl?: string | undefined; develop?: boolean },
) {
  const connection = inProcess(app)
  const cache = createPageCache()
  const vite = develop ? await startVite(app) : undefined
  if (!vite) await serveBuiltFiles(app)
  // In development the pages are compiled anew when they changed.
  const loadPages = async () =>
    (vite ? await vite.ssrLoadModule('/web/handler.ts') : await import(join(BUILD, 'server/index.js'))) as PagesModule
  const built = vite ? undefined : (await loadPages()).createPageHandler(connection)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (request.url.startsWith('/api/')) return reply.callNotFound()
      if (vite && (await answeredByVite(vite, request, reply))) return reply
      const origin = requestOrigin(request, publicUrl)
      const version = catalogueVersion()
      const cached = vite ? undefined : cache.get(origin + request.url, version)
      if (cached) return sendDocument(request, reply, cached)

      const handler = built ?? (await loadPages()).createPageHandler(connection)
      const nonce = randomBytes(16).toString('base64url')
      const response = await handler(toWebRequest(request, reply, origin), nonce)
      if (vite || response.headers.get('x-document') !== 'whole') return sendStream(reply, response, nonce, vite !== undefined)

      const document = await finishDocument(response, nonce)
      if (response.status === 200) cache.set(origin + request.url, version, document)
      return sendDocument(request, reply, document)
    },
  })
}

/** Loaders reach the API without a network in between. */
function inProcess(app: App): Connection {
  return {
    base: '/api',
    fetch: async (url, init) => {
      const { method = 'GET', body } = init ?? {}
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof body === 'string' && { payload: body }),
      })
      const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      )
      return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
    },
  }
}

async function serveBuiltFiles(app: App) {
  const root = join(BUILD, 'client')
  await access(root).catch(() => {
    throw new Error('The pages are not built yet. Run: npm run build')
  })
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Vite names what lies in assets/ after its content.
      const lasting = path.includes('/client/assets/')
      // A worker lives under the policy that its own script came with.
      reply.header('content-security-policy', pagePolicy([]))
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}

async function startVite(app: App): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  return vite
}

/** Gives Vite the first look. True when it answered. */
function answeredByVite(vite: ViteDevServer, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  return new Promise((resolve, reject) => {
    reply.raw.once('close', () => {
      if (!reply.sent) reply.hijack()
      resolve(true)
    })
    vite.middlewares(request.raw, reply.raw, (error: unknown) => (error ? reject(error) : resolve(false)))
  })
}

function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // HEAD is rendered like GET; Node leaves the body out. Pages are the same for everyone, so nothing that tells visitors apart reaches a loader.
  const headers = new Headers()
  for (const name of ['accept', 'user-agent']) if (request.headers[name]) headers.set(name, String(request.headers[name]))
  return new Request(origin + request.url, { headers, signal: gone.signal })
}

/** A document that still waits for data, or the data of a client navigation. */
function sendStream(reply: FastifyReply, response: Response, nonce: string, develop: boolean) {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'x-document') reply.header(name, value)
  if (response.headers.get('content-type')?.includes('html'))
    reply.header('content-security-policy', pagePolicy([`'nonce-${nonce}'`], develop))
  reply.header('cache-control', response.headers.get('cache-control') ?? 'public, max-age=0, must-revalidate')
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : null)
}
