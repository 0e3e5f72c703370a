import type { Media } from '#server/media/media.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { createMediaAccess, type MediaAccess, type MediaAccessDeps, type ServedFile } from './check-grant.ts'
import { type MediaDeps, mediaRoutes } from './media.routes.ts'
import { createSendBytes, type SendBytes } from './send-bytes.ts'

/** Access check and sender of stored files, for routes that serve derived files. */
export interface Delivery {
  requireFile: MediaAccess['requireFile']
  sendBytes: SendBytes
}

/** Creates the routes and the access check of stored files. The caller supplies the functions that decide on access. */
export function openDelivery({
  platform: { catalogueVersion },
  media: { library, signedUrls },
  findTitle,
  mayOpen,
  ...deps
}: Pick<MediaDeps, 'mayHear' | 'findDerivedAudio' | 'findMadeEpub' | 'sentByNginx'> &
  Pick<MediaAccessDeps, 'mayOpen'> & {
    platform: Platform
    media: Media
    /** Returns the title of the item that a file belongs to */
    findTitle: (file: StoredFile) => Promise<string | undefined>
  }): Delivery & { features: Feature[] } {
  // Lookups of files are cached, since players and viewers read one file in hundreds of range requests.
  const files = createVersionedCache<ServedFile | undefined>({ max: 5000, version: catalogueVersion.current })
  const findFile = (key: string) =>
    files(key, async () => {
      const file = await library.find(key)
      return file && { ...file, title: await findTitle(file) }
    })
  const derivedCache = createVersionedCache<StoredFile | undefined>({ max: 1000, version: catalogueVersion.current })
  const findDerivedAudio: MediaDeps['findDerivedAudio'] = (key, role) =>
    derivedCache(`${key} ${role}`, () => deps.findDerivedAudio(key, role))
  const epubCache = createVersionedCache<Awaited<ReturnType<MediaDeps['findMadeEpub']>>>({ max: 1000, version: catalogueVersion.current })
  const findMadeEpub: MediaDeps['findMadeEpub'] = (key) => epubCache(key, () => deps.findMadeEpub(key))
  const access = createMediaAccess({ findFile, signedUrls, mayOpen })
  const sendBytes = createSendBytes(library.store)
  const routes = mediaRoutes({ ...deps, library, findDerivedAudio, findMadeEpub, access, sendBytes })
  return { requireFile: access.requireFile, sendBytes, features: [{ fileRoutes: [routes] }] }
}
