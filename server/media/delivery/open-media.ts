import type { StoredFile } from '#server/media/store/media-library.ts'
import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { createMediaAccess, type MediaAccessDeps, type ServedFile } from './check-grant.ts'
import { type MediaDeps, mediaRoutes } from './media.routes.ts'
import { createSendBytes } from './send-bytes.ts'

/** Opens the routes for stored files and the job that removes files left by a crash. */
export function openMedia({
  catalogueVersion,
  print,
  signedUrls,
  mayOpen,
  bodies,
  findTitle,
  ...deps
}: Omit<MediaDeps, 'access' | 'sendBytes'> &
  Omit<MediaAccessDeps, 'findFile'> & {
    catalogueVersion: { current: () => number }
    print: (line: string) => void
    bodies: SharedBodies
    /** Returns the title of the item whose content the file is */
    findTitle: (file: StoredFile) => Promise<string | undefined>
  }) {
  const { library } = deps
  async function sweep() {
    const { files, folders } = await library.sweep()
    if (files + folders > 0) print(`Removed files left by a crash: ${files} files, ${folders} folders.`)
  }
  // Cached, since players and viewers read one file in hundreds of ranges.
  const files = createVersionedCache<ServedFile | undefined>({ max: 5000, version: catalogueVersion.current })
  const findFile = (key: string) =>
    files(key, async () => {
      const file = await library.find(key)
      return file && { ...file, title: await findTitle(file) }
    })
  const lowBitrateCache = createVersionedCache<StoredFile | undefined>({ max: 1000, version: catalogueVersion.current })
  const findLowBitrateAudio = (key: string) => lowBitrateCache(key, () => deps.findLowBitrateAudio(key))
  const access = createMediaAccess({ findFile, signedUrls, mayOpen })
  const sendBytes = createSendBytes(library.store)
  return {
    /** Access check and sender for routes that serve derivatives of stored files */
    files: { requireFile: access.requireFile, bodies, sendBytes },
    fileRoutes: [mediaRoutes({ ...deps, findLowBitrateAudio, access, sendBytes })],
    jobs: [{ name: 'media-sweep', cron: '17 * * * *', run: sweep }],
    // Also at startup: the schedule alone would only suit apps that run for months.
    startupTasks: [{ name: 'sweep media', run: sweep }],
    checks: { media: library.store.check },
  }
}
