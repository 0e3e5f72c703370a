import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { PreviewKind, SiteContent } from '#contracts/site/site-content.ts'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { type CachedResponse, sendCachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { PREVIEW_COOKIE, PREVIEW_HEADERS, type ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createPageApi, type PageApi } from './page-api.ts'
import { contentSecurityPolicy, finishDocument } from './page-documents.ts'
import { pageUrl } from './page-url.ts'

/** Exports of `web/handler.ts`. */
type PagesModule = {
  normalPath: (path: string) => string
  renderPage: (
    request: Request,
    options: { api: PageApi; content: SiteContent; preview: PreviewKind | null; nonce: string; serviceWorker: 'on' | 'off' },
  ) => Promise<Response>
}

/** Preview in a browser, and the content of its pages. */
type Previewed = { kind: PreviewKind; content: SiteContent }

/** Build folders whose file names contain a hash or a version. */
const BUILT_FOLDERS = ['assets', 'pdfjs']
/** Headers that matter only for documents; on every script, font and style they would add ten kilobytes to a first visit. */
const DOCUMENT_HEADERS = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy', 'x-dns-prefetch-control'],
  ...['permissions-policy', 'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
  'x-request-id',
]
/** Rendering is CPU-bound: a higher concurrency would delay all renderings. The second one runs while the first waits for data. */
const RENDERINGS = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many pages are being rendered right now' }
/** Pages that the service worker keeps for later, also those of other visits: `web/lib/downloads/cache-storage.ts`. */
const KEPT_PAGES = ['/offline', '/shelf', '/preview']
/** Symbolic link that each build points to its new folder. */
const CURRENT_BUILD = join(import.meta.dirname, '../../../build/current')

type BuiltPages = PagesModule & { folder: string }

/** Loads the built pages. A later build takes effect at the next start: this process continues with the folder that it resolved. */
export async function loadBuiltPages(): Promise<BuiltPages> {
  const folder = await realpath(CURRENT_BUILD).catch(() => {
    throw new Error('The pages are not built yet. Run: npm run build')
  })
  const { normalPath, renderPage }: Partial<PagesModule> = await import(join(folder, 'server/index.js'))
  // `node server/main.ts` does not build first, and the pages of an earlier version would fail on every request.
  if (!normalPath || !renderPage) throw new Error('The pages were built by another version. Run: npm run build')
  return { normalPath, renderPage, folder }
}

/** Serves the built pages, or without a build the pages that Vite compiles on request. */
export async function servePages(
  app: App,
  {
    pages,
    responseCache,
    content,
    preview = async () => undefined,
    publicUrl,
    publicApiUrl,
    mediaUrl,
    serviceWorker,
    observeRender,
  }: {
    pages: Promise<BuiltPages> | undefined
    responseCache: ResponseCache
    /** Returns the published settings and texts of the site */
    content: () => SiteContent
    /** Returns the content of the pages for browsers that opened a preview link */
    preview?: (request: FastifyRequest) => Promise<Previewed | undefined>
    publicUrl?: string
    publicApiUrl?: string
    /** Origin that media requests are redirected to */
    mediaUrl?: string
    /** Whether browsers install the service worker, or remove an installed one */
    serviceWorker: 'on' | 'off'
    /** Called with the duration of each rendering in seconds */
    observeRender?: (seconds: number) => void
  },
) {
  const develop = pages === undefined
  const policy = (scripts: string[]) => contentSecurityPolicy({ scripts, apiUrl: publicApiUrl, mediaUrl, develop })
  const vite = develop ? await startVite(app) : undefined
  const built = await pages
  if (built) await app.register((files: App) => serveBuiltFiles(files, { folder: built.folder, policy: policy([]) }))
  // In development, Vite recompiles changed pages.
  const loadPages = async () => (await (pages ?? vite?.ssrLoadModule('/web/handler.ts'))) as PagesModule
  await loadPages()
  const inTurn = createFairQueue(RENDERINGS)

  /** Renders a page or its data. `finish` buffers the response; the result is `lasting` if it may be cached. */
  async function render(request: FastifyRequest, url: URL, previewed?: Previewed) {
    const { renderPage } = await loadPages()
    // Pages are the same for everyone, except in a preview: the API returns the unpublished item for its cookie.
    const cookie = previewed && `${PREVIEW_COOKIE}=${request.cookies[PREVIEW_COOKIE]}`
    const api = createPageApi(app, { publicApiUrl, requestId: request.id, cookie })
    const nonce = randomBytes(16).toString('base64url')
    const response = await renderPage(toWebRequest(request, url), {
      api,
      content: previewed?.content ?? content(),
      preview: previewed?.kind ?? null,
      nonce,
      serviceWorker,
    })
    return {
      response,
      form: response.headers.get('x-document'),
      policy: policy([`'nonce-${nonce}'`]),
      finish: async () => {
        const document = await finishDocument(response, { nonce, policy, lasting: !api.failed() })
        const retryAfter = api.retryAfter()
        // The page states which data is missing, but search engines must not index it in this state.
        if (retryAfter !== undefined && !url.pathname.endsWith('.data')) {
          document.status = 503
          document.headers['retry-after'] = retryAfter
        }
        return { document, lasting: response.status === 200 && !api.failed() && !api.changes() }
      },
    }
  }

  /** Renders a page again if its data arrived too late for the visitor, for waiting and later requests. */
  function renderForOthers(request: FastifyRequest, url: URL, done: (document: CachedResponse) => void) {
    return inTurn({ ...visitorOf(request), isGone: () => false }, async () => {
      const { form, finish } = await render(request, url)
      if (form !== 'whole') return
      const { document, lasting } = await finish()
      if (lasting) done(document)
    })
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    config: { bound: 'cached' },
    handler: async (request, reply) => {
      const url = pageUrl(request, publicUrl)
      if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return reply.callNotFound()
      if (vite && (await handledByVite(vite, request, reply))) return reply
      const normalPath = (await loadPages()).normalPath(url.pathname)
      if (normalPath !== url.pathname) return reply.header('cache-control', 'no-cache').redirect(normalPath + searchOf(request.url), 308)
      const previewed = isPreviewed(url.pathname) ? await preview(request) : undefined
      if (vite) {
        const { response, policy } = await render(request, url, previewed)
        return sendStream(reply, response, policy)
      }
      if (previewed) {
        const { response, policy } = await inTurn(visitorOf(request), () => render(request, url, previewed))
        for (const [name, value] of Object.entries(PREVIEW_HEADERS)) response.headers.set(name, value)
        return sendStream(reply, response, policy)
      }

      const key = url.href
      const found = responseCache.find(key)
      const cached = found && (await found)
      if (cached) return responseCache.send(request, reply, key, cached)

      // Concurrent requests for the same page wait for this rendering.
      const rendering = responseCache.begin(key)
      const visitor = visitorOf(request)
      let others: Promise<void> | undefined
      try {
        const { streamed, finished } = await inTurn({ ...visitor, isGone: () => visitor.isGone() && !rendering.isShared() }, async () => {
          const began = performance.now()
          const { form, finish, ...streamed } = await render(request, url)
          const result = form === 'whole' ? { finished: await finish() } : { streamed: { ...streamed, form } }
          observeRender?.((performance.now() - began) / 1000)
          return result
        })
        if (streamed) {
          if (streamed.form === 'streamed' && rendering.isForOthers()) others = renderForOthers(request, url, rendering.done)
          return sendStream(reply, streamed.response, streamed.policy)
        }
        const { document, lasting } = finished
        if (!lasting) return sendCachedResponse(request, reply, document)
        rendering.done(document)
        return responseCache.send(request, reply, key, document)
      } finally {
        if (others) others.catch((error: unknown) => logUnlessRefused(request, error)).finally(rendering.end)
        else rendering.end()
      }
    },
  })
}

/**
 * Returns whether a path is a page whose unpublished changes can be seen. Files with an extension are the same for everyone, and the service
 * worker keeps the offline page and the shelf.
 */
function isPreviewed(path: string) {
  return path.endsWith('.data') || !(path.includes('.') || path.startsWith('/admin') || KEPT_PAGES.includes(path))
}

/** Returns the whole query string: scripts of pages read parameters that rendering does not need. */
function searchOf(url: string) {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

function logUnlessRefused(request: FastifyRequest, error: unknown) {
  if (!(error instanceof ProblemError)) request.log.error({ err: error }, 'rendering a page for waiting requests failed')
}

async function serveBuiltFiles(app: App, { folder: build, policy }: { folder: string; policy: string }) {
  setBound(app, { constant: 'one file' })
  const root = join(build, 'client')
  for (const [index, folder] of BUILT_FOLDERS.entries()) {
    await app.register(fastifyStatic, {
      root: join(root, folder),
      prefix: `/${folder}/`,
      decorateReply: index === 0,
      preCompressed: true,
      cacheControl: false,
      // Immutable, so clients never revalidate.
      etag: false,
      lastModified: false,
      setHeaders: (reply, path) => {
        for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
        // A worker's policy comes with its script.
        if (/\.worker[.-]/.test(path)) reply.header('content-security-policy', policy)
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
  }
}

async function startVite(app: App): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  return vite
}

/** Passes the request to Vite. Resolves with true if Vite sent a response. */
function handledByVite(vite: ViteDevServer, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  return new Promise((resolve, reject) => {
    reply.raw.once('close', () => {
      if (!reply.sent) reply.hijack()
      resolve(true)
    })
    vite.middlewares(request.raw, reply.raw, (error: unknown) => (error ? reject(error) : resolve(false)))
  })
}

/**
 * Converts the request. Pages are the same for everyone, so loaders get no header that identifies a visitor. HEAD is rendered like GET;
 * Node omits the body.
 */
function toWebRequest(request: FastifyRequest, url: URL) {
  const headers = new Headers()
  for (const name of ['accept', 'user-agent']) if (request.headers[name]) headers.set(name, String(request.headers[name]))
  // No abort signal, since others may wait for the same page.
  return new Request(url, { headers })
}

/** Sends a document, or data, whose promises are still pending. */
function sendStream(reply: FastifyReply, response: Response, policy: string) {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'x-document') reply.header(name, value)
  if (response.headers.get('content-type')?.includes('html')) reply.header('content-security-policy', policy)
  reply.header('cache-control', response.headers.get('cache-control') ?? 'no-cache')
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : null)
}
