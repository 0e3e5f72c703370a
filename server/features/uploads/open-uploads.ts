import type { FileLimits } from '#contracts/upload.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import { fileLimitRoutes, uploadRoutes } from './uploads.routes.ts'
import { createUploadService } from './uploads.service.ts'

export async function openUploads({
  library,
  uploadFolder,
  limits,
}: {
  library: Pick<MediaLibrary, 'requireFreeSpace'>
  uploadFolder: string
  limits: FileLimits
}) {
  const uploads = await createUploadService({ root: uploadFolder, limits, requireFreeSpace: library.requireFreeSpace })
  return {
    uploads,
    adminRoutes: [uploadRoutes({ uploads }), fileLimitRoutes({ limits })],
    jobs: [{ name: 'upload-sweep', cron: '31 * * * *', run: uploads.sweep }],
  }
}
