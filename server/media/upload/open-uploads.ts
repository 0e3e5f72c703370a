import type { FileLimits } from '#contracts/common/upload.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { S3Settings } from '#server/media/store/s3-client.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openUploadStore } from './open-upload-store.ts'
import { openUploadLocks } from './upload-locks.ts'
import { fileLimitRoutes, uploadRoutes } from './uploads.routes.ts'
import { createUploadService } from './uploads.service.ts'

export async function openUploads({
  database,
  library,
  uploadFolder,
  bucket,
  limits,
}: {
  database: Pick<Database, 'pool' | 'controlConnection' | 'sessionLocks'>
  library: Pick<MediaLibrary, 'requireFreeSpace'>
  uploadFolder: string
  /** Bucket for uploads; when undefined, the folder is used */
  bucket: S3Settings | undefined
  limits: FileLimits
}) {
  const store = await openUploadStore(uploadFolder, bucket, library.requireFreeSpace)
  const uploads = createUploadService({ store, locks: await openUploadLocks(database), library, limits })
  return {
    uploads,
    adminRoutes: [uploadRoutes({ uploads }), fileLimitRoutes({ limits })],
    jobs: [{ name: 'upload-sweep', cron: '31 * * * *', run: uploads.sweep }],
  }
}
