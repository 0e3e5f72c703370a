import type { FastifyRequest } from 'fastify'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { type CachedResponse, sendCachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { PREVIEW_HEADERS, type ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { type BuiltPages, openBuild } from './built-pages.ts'
import { contentSecurityPolicy } from './page-documents.ts'
import { pageUrl } from './page-url.ts'
import { createPageRenderer, type Previewed, type RenderSettings } from './render-page.ts'
import { startVite } from './vite-pages.ts'

/**
 * Limits for concurrent renderings. Rendering is CPU-bound, so more than two would delay all renderings; the second rendering runs while
 * the first waits for data.
 */
const RENDERINGS = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many pages are being rendered right now' }
/**
 * Pages that never display unpublished changes, since the service worker stores these pages for later visits:
 * `web/lib/downloads/cache-storage.ts`.
 */
const KEPT_PAGES = ['/offline', '/shelf', '/preview']

/** Serves the built pages, or without a build the pages that Vite compiles on request. */
export async function servePages(
  app: App,
  {
    pages,
    responseCache,
    preview = async () => undefined,
    publicUrl,
    observeRender,
    ...settings
  }: RenderSettings & {
    pages: Promise<BuiltPages> | undefined
    responseCache: ResponseCache
    /** Returns the content of the pages for browsers that opened a preview link */
    preview?: (request: FastifyRequest) => Promise<Previewed | undefined>
    publicUrl?: string
    /** Callback for the duration of each rendering, in seconds */
    observeRender?: (seconds: number) => void
  },
) {
  const { publicApiUrl, mediaUrl } = settings
  const workerPolicy = contentSecurityPolicy({ scripts: [], apiUrl: publicApiUrl, mediaUrl })
  const { loadPages, handle } = pages ? await openBuild(app, await pages, { workerPolicy }) : await startVite(app)
  const render = createPageRenderer(app, loadPages, { ...settings, develop: handle !== undefined })
  await loadPages()
  const inTurn = createFairQueue(RENDERINGS)

  /** Renders a streamed page again in full, for the cache and for requests that wait for the page. */
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
      if (handle && (await handle(request, reply))) return reply
      const normalPath = (await loadPages()).normalPath(url.pathname)
      if (normalPath !== url.pathname) return reply.header('cache-control', 'no-cache').redirect(normalPath + searchOf(request.url), 308)
      const previewed = isPreviewed(url.pathname) ? await preview(request) : undefined
      if (handle) return (await render(request, url, previewed)).send(reply)
      if (previewed) {
        const { send } = await inTurn(visitorOf(request), () => render(request, url, previewed))
        return send(reply, PREVIEW_HEADERS)
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
        const isGone = () => visitor.isGone() && !rendering.isShared()
        const { form, send, finished } = await inTurn({ ...visitor, isGone }, async () => {
          const began = performance.now()
          const { form, send, finish } = await render(request, url)
          const finished = form === 'whole' ? await finish() : undefined
          observeRender?.((performance.now() - began) / 1000)
          return { form, send, finished }
        })
        if (!finished) {
          if (form === 'streamed' && rendering.isForOthers()) others = renderForOthers(request, url, rendering.done)
          return send(reply)
        }
        const { document, lasting, unavailable } = finished
        const latest = unavailable ? responseCache.findLatest(key) : undefined
        if (!unavailable && [404, 410].includes(document.status)) rendering.gone(document)
        if (!lasting) return sendCachedResponse(request, reply, latest ?? document)
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
 * Returns whether a page can show unpublished changes in a preview. Files with an extension are the same for everyone, and the service
 * worker stores the offline page and the page of the offline library.
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
