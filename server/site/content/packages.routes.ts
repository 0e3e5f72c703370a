import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { cachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { PREVIEW_HEADERS, type ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { LiveContent } from './live-content.ts'
import { writePackagesDocument } from './packages-document.ts'
import type { Previews } from './previews.ts'

/** Typesets the packages document from the published texts on its first request after a change, or from the drafts in a preview. */
export function packagesRoutes({
  live,
  previews,
  responseCache,
}: {
  live: Pick<LiveContent, 'current'>
  previews: Pick<Previews, 'contentFor'>
  responseCache: ResponseCache
}) {
  const type = 'application/pdf'
  const write = async (content: SiteContent) =>
    cachedResponse({ headers: { 'content-type': type }, body: await writePackagesDocument(content) })
  return async (app: App) => {
    setBound(app, 'cached')
    app.get(PACKAGES_PATH, async (request, reply) => {
      const preview = await previews.contentFor(request)
      if (preview)
        return reply
          .headers(PREVIEW_HEADERS)
          .type(type)
          .send(await writePackagesDocument(preview.content))
      return responseCache.send(request, reply, PACKAGES_PATH, await responseCache.obtain(PACKAGES_PATH, () => write(live.current())))
    })
  }
}
