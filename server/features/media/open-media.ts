import type { StoredFile } from '#server/platform/media/store/media-library.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { type MediaDeps, mediaRoutes } from './media.routes.ts'

/** Opens what serves stored files, and what removes those that a crash left. */
export function openMedia({
  catalogueVersion,
  print,
  ...deps
}: Omit<MediaDeps, 'findFile'> & { catalogueVersion: { current: () => number }; print: (line: string) => void }) {
  const { library } = deps
  async function sweep() {
    const { files, folders } = await library.sweep()
    if (files + folders > 0) print(`Removed the remains of a crash: ${files} files, ${folders} folders.`)
  }
  // Players and viewers read one file in hundreds of ranges.
  const files = createVersionedCache<StoredFile | undefined>({ max: 5000, version: catalogueVersion.current })
  const findFile = (key: string) => files(key, () => library.find(key))
  return {
    fileRoutes: [mediaRoutes({ ...deps, findFile })],
    jobs: [{ name: 'media-sweep', cron: '17 * * * *', run: sweep }],
    // The schedule is for apps that run for months.
    startTasks: [{ name: 'sweep media', run: sweep }],
    checks: { media: library.store.check },
  }
}
