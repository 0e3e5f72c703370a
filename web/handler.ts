import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { sharedSite } from '#contracts/site/shared-site.ts'
import type { PreviewKind, SiteContent } from '#contracts/site/site-content.ts'
import { nonceContext } from './document/nonce.ts'
import { createNormalPath } from './document/normal-path.ts'
import { type ServiceWorkerState, serviceWorkerContext } from './document/service-worker-state.ts'
import { wholeOrStreamed } from './document/whole-or-streamed.ts'
import { type ApiConnection, apiContext, createApi } from './lib/api/api.ts'
import { siteContext } from './lib/site.tsx'

/** Returns the canonical path of a page. */
export const normalPath = createNormalPath(build.routes)

const handle = createRequestHandler(build, import.meta.env.MODE)

/**
 * Renders a page, or only its data. Its loaders call the API through `api`; inline scripts get the nonce. The response header `x-document`
 * is `whole` or `streamed`. In a `preview` of the site, `content` includes unpublished changes.
 */
export async function renderPage(
  request: Request,
  {
    api: connection,
    content,
    preview,
    nonce,
    serviceWorker,
  }: { api: ApiConnection; content: SiteContent; preview: PreviewKind | null; nonce: string; serviceWorker: ServiceWorkerState },
): Promise<Response> {
  const context = new RouterContextProvider()
  const api = createApi({ ...connection, content })
  context.set(apiContext, api)
  context.set(siteContext, sharedSite(content, { media: api.media, preview }))
  context.set(nonceContext, nonce)
  context.set(serviceWorkerContext, serviceWorker)
  const response = await handle(request, context)
  return response.headers.has('x-document') ? response : wholeOrStreamed(response)
}
