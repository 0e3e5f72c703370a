import { fileLimitRoutes, uploadRoutes } from './uploads.routes.ts'
import { createUploadService, type UploadOptions } from './uploads.service.ts'

export async function openUploads(options: UploadOptions) {
  const uploads = await createUploadService(options)
  return {
    uploads,
    adminRoutes: [uploadRoutes({ uploads }), fileLimitRoutes(options)],
    jobs: [{ name: 'upload-sweep', cron: '31 * * * *', run: uploads.sweep }],
  }
}
