import type { MediaLibrary, StoredFile } from '#server/platform/media/store/media-library.ts'
import type { SignedUrls } from '#server/platform/media/store/signed-urls.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { mediaRoutes } from './media.routes.ts'

/** Opens what serves stored files, and what removes those that a crash left. */
export function openMedia({
  library,
  catalogueVersion,
  signedUrls,
  responseCache,
  mayOpen,
  sentByNginx,
  print,
}: {
  library: MediaLibrary
  catalogueVersion: { current: () => number }
  signedUrls: SignedUrls
  responseCache: ResponseCache
  mayOpen: (entitlementId: string, key: string) => Promise<boolean>
  sentByNginx: boolean
  print: (line: string) => void
}) {
  async function sweep() {
    const { files, folders } = await library.sweep()
    if (files + folders > 0) print(`Removed the remains of a crash: ${files} files, ${folders} folders.`)
  }
  // Players and viewers read one file in hundreds of ranges.
  const files = createVersionedCache<StoredFile | undefined>({ max: 5000, version: catalogueVersion.current })
  const findFile = (key: string) => files(key, () => library.find(key))
  return {
    fileRoutes: [mediaRoutes({ library, findFile, signedUrls, responseCache, mayOpen, sentByNginx })],
    jobs: [{ name: 'media-sweep', cron: '17 * * * *', run: sweep }],
    // The schedule is for apps that run for months.
    startTasks: [{ name: 'sweep media', run: sweep }],
    checks: { media: library.store.check },
  }
}
