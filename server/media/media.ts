import { join } from 'node:path'
import type { FileLimits } from '#contracts/common/upload.ts'
import type { Feature } from '#server/platform/feature.ts'
import { createFreeSpaceCheck } from '#server/platform/files/free-disk-space.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createFfmpeg, type Ffmpeg } from './audio/ffmpeg.ts'
import { createMediaLibrary, type MediaLibrary } from './store/media-library.ts'
import { openMediaStore } from './store/open-media-store.ts'
import { createCataloguePublisher, type PublishToCatalogue } from './store/publish-to-catalogue.ts'
import type { S3Settings } from './store/s3-client.ts'
import { createSignedUrls, type SignedUrls } from './store/signed-urls.ts'
import { pairStore } from './store/store-pairing.ts'
import { openUploads } from './upload/open-uploads.ts'
import type { UploadService } from './upload/uploads.service.ts'

/** Uploading, storing and signing of files. `delivery/open-delivery.ts` sends the files. */
export interface Media {
  library: MediaLibrary
  /** Publishes files and database rows of the catalogue in one transaction, which also increments the catalogue version */
  publish: PublishToCatalogue
  signedUrls: SignedUrls
  uploads: UploadService
  ffmpeg: Ffmpeg
  limits: MediaSettings['limits']
}

/** Size limits of files, and the largest number of pixels of an image */
export type MediaLimits = FileLimits & { imagePixels: number }

type MediaSettings = {
  dataDir: string
  minFreeBytes: number
  /** Bucket for files and uploads; if undefined, they are stored in the data folder */
  mediaStore: S3Settings | undefined
  ffmpeg: string
  limits: MediaLimits
}

/**
 * Opens the media store and the uploads.
 * @param options.onError called if deleting files fails after a publication; the next sweep deletes these files
 * @param options.print prints a line for the operator who started the server
 */
export async function openMedia(
  settings: MediaSettings,
  platform: Platform,
  { onError, print }: { onError: (error: unknown) => void; print: (line: string) => void },
): Promise<Media & { features: Feature[] }> {
  const { mediaStore: bucket, limits } = settings
  // The upload folder is outside the server's temporary folder, so that uploads continue after a restart.
  const uploadFolder = join(settings.dataDir, 'uploads')
  const library = await openMediaLibrary(settings, platform, { uploadFolder, onError })
  const uploads = await openUploads({ database: platform.database, library, uploadFolder, bucket, limits })

  async function sweep() {
    const { files, folders } = await library.sweep()
    if (files + folders > 0) print(`Removed files left by a crash: ${files} files, ${folders} folders.`)
  }
  const feature: Feature = {
    jobs: [{ name: 'media-sweep', cron: '17 * * * *', run: sweep }],
    // The sweep runs at startup as well, since a server that restarts often might never reach the scheduled time.
    startupTasks: [{ name: 'sweep media', run: sweep }],
    // The health check of a media store in a bucket is optional: an outage affects all instances at once, and pages are served without the
    // bucket. A disk belongs to one instance.
    [bucket ? 'optionalChecks' : 'checks']: { media: library.store.check },
  }
  return {
    library,
    publish: createCataloguePublisher(library, platform.catalogueVersion, onError),
    signedUrls: createSignedUrls(platform.signingKeys),
    uploads: uploads.uploads,
    ffmpeg: createFfmpeg(settings.ffmpeg),
    limits,
    features: [feature, uploads],
  }
}

async function openMediaLibrary(
  { dataDir, minFreeBytes, mediaStore }: MediaSettings,
  { database }: Platform,
  { uploadFolder, onError }: { uploadFolder: string; onError: (error: unknown) => void },
) {
  const { store, place } = await openMediaStore(dataDir, mediaStore)
  // The database is paired with the store before any sweep: with the store of another database, a sweep would delete every file.
  await pairStore(database.orm, store, place)
  // The temporary folder is on the same file system as the store, so that publishing a file is a rename.
  const tempRoot = join(dataDir, 'tmp')
  const requireFreeSpace = createFreeSpaceCheck({
    storing: [...(mediaStore ? [] : [place]), tempRoot, uploadFolder],
    beside: [dataDir, join(dataDir, 'postgres'), join(dataDir, 'mail')],
    minFreeBytes,
  })
  const library = createMediaLibrary({ database, store, tempRoot, requireFreeSpace, onError })
  await library.open()
  return library
}
