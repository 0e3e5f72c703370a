import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PreviewKind, SiteContent } from '#contracts/site/site-content.ts'
import type { App } from '#server/platform/http/server.ts'
import { PREVIEW_COOKIE } from '#server/platform/response-cache/response-cache.ts'
import { createPageApi, type PageApi } from './page-api.ts'
import { contentSecurityPolicy, finishDocument } from './page-documents.ts'

/** Exports of the built module `web/handler.ts`. */
export type PagesModule = {
  normalPath: (path: string) => string
  renderPage: (
    request: Request,
    options: { api: PageApi; content: SiteContent; preview: PreviewKind | null; nonce: string; serviceWorker: 'on' | 'off' },
  ) => Promise<Response>
}

/** Source of the pages: the build, or Vite in development. */
export type PageSource = {
  /** Loads the pages. In development, changed pages are compiled again */
  loadPages: () => Promise<PagesModule>
  /** Passes a request to Vite. Resolves with true if Vite sent a response. */
  handle?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

/** Kind of a preview in a browser, and the site content that its pages display. The preview of a form has no kind: pages have no bar. */
export type Previewed = { kind: PreviewKind | null; content: SiteContent }

export type RenderSettings = {
  /** Returns the published settings and texts of the site */
  content: () => SiteContent
  publicApiUrl?: string
  /** Origin that media requests are redirected to */
  mediaUrl?: string
  /** Whether browsers install the service worker, or remove an installed one */
  serviceWorker: 'on' | 'off'
}

/** Returns a function that renders a page, or the data of a page. */
export function createPageRenderer(
  app: App,
  loadPages: () => Promise<PagesModule>,
  { content, publicApiUrl, mediaUrl, serviceWorker, develop }: RenderSettings & { develop: boolean },
) {
  return async (request: FastifyRequest, url: URL, previewed?: Previewed) => {
    const { renderPage } = await loadPages()
    // The preview cookie is passed on, so that the API returns unpublished items. Without a preview, pages are the same for everyone.
    const cookie = previewed && `${PREVIEW_COOKIE}=${request.cookies[PREVIEW_COOKIE]}`
    const api = createPageApi(app, { publicApiUrl, requestId: request.id, cookie })
    const nonce = randomBytes(16).toString('base64url')
    const policy = (scripts: string[]) => contentSecurityPolicy({ scripts, apiUrl: publicApiUrl, mediaUrl, develop })
    const response = await renderPage(toWebRequest(request, url), {
      api,
      content: previewed?.content ?? content(),
      preview: previewed?.kind ?? null,
      nonce,
      serviceWorker,
    })
    return {
      form: response.headers.get('x-document'),
      /** Streams the document, or its data, while promises may still be pending. */
      send: (reply: FastifyReply, headers: Record<string, string> = {}) => {
        reply.code(response.status).header('cache-control', 'no-cache')
        for (const [name, value] of response.headers) if (name !== 'x-document') reply.header(name, value)
        if (response.headers.get('content-type')?.includes('html')) reply.header('content-security-policy', policy([`'nonce-${nonce}'`]))
        reply.headers(headers)
        return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : null)
      },
      /** Buffers the document, or the data: `lasting` if it may be cached, `unavailable` if data could not be read right now. */
      finish: async () => {
        const document = await finishDocument(response, { nonce, policy, lasting: !api.failed() })
        const retryAfter = api.retryAfter()
        const unavailable = retryAfter !== undefined
        // A page that lacks unavailable data gets the status 503, since search engines must not index a page that states which data is
        // missing.
        if (unavailable && !url.pathname.endsWith('.data')) {
          document.status = 503
          document.headers['retry-after'] = retryAfter
        }
        return { document, unavailable, lasting: response.status === 200 && !api.failed() && !api.changes() }
      },
    }
  }
}

/**
 * Converts a Fastify request to a web request. Pages are the same for everyone, so loaders get no header that identifies a visitor. HEAD is
 * rendered like GET; Node omits the body.
 */
function toWebRequest(request: FastifyRequest, url: URL) {
  const headers = new Headers()
  for (const name of ['accept', 'user-agent']) if (request.headers[name]) headers.set(name, String(request.headers[name]))
  // Page requests have no abort signal, since other visitors may wait for the same page.
  return new Request(url, { headers })
}
