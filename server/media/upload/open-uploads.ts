import type { FileLimits } from '#contracts/common/upload.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { S3Settings } from '#server/media/store/s3-client.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { openDiskUploadStore } from './disk-upload-store.ts'
import { openUploadLocks } from './upload-locks.ts'
import type { UploadStore } from './upload-store.ts'
import { fileLimitRoutes, uploadRoutes } from './uploads.routes.ts'
import { createUploadService } from './uploads.service.ts'

export async function openUploads(deps: {
  database: Pick<Database, 'pool' | 'controlConnection' | 'sessionLocks'>
  library: Pick<MediaLibrary, 'requireFreeSpace'>
  uploadFolder: string
  /** Bucket for uploads; if undefined, uploads are stored in a folder on disk */
  bucket: S3Settings | undefined
  limits: FileLimits
}) {
  const { database, library, uploadFolder, bucket, limits } = deps
  const store = await openUploadStore(uploadFolder, bucket, library.requireFreeSpace)
  const uploads = createUploadService({ store, locks: await openUploadLocks(database), library, limits })
  return {
    uploads,
    adminRoutes: [uploadRoutes({ uploads }), fileLimitRoutes({ limits })],
    jobs: [{ name: 'upload-sweep', cron: '31 * * * *', run: uploads.sweep }],
  }
}

/** Opens the store of unfinished uploads: the configured bucket, which all instances share, or a folder. */
async function openUploadStore(folder: string, bucket: S3Settings | undefined, requireFreeSpace: RequireFreeSpace): Promise<UploadStore> {
  if (!bucket) return openDiskUploadStore(folder, requireFreeSpace)
  // The S3 store is imported on demand, since Amazon's client takes a quarter of a second to load.
  const { openS3UploadStore } = await import('./s3-upload-store.ts')
  return openS3UploadStore(bucket, requireFreeSpace)
}
