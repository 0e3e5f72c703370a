import type { S3Settings } from '#server/media/store/s3-client.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { openDiskUploadStore } from './disk-upload-store.ts'
import type { UploadStore } from './upload-store.ts'

/** Opens the store of unfinished uploads: the configured bucket, which all apps share, or a folder. */
export async function openUploadStore(
  folder: string,
  bucket: S3Settings | undefined,
  requireFreeSpace: RequireFreeSpace,
): Promise<UploadStore> {
  if (!bucket) return openDiskUploadStore(folder, requireFreeSpace)
  // Amazon's client takes a quarter of a second to load.
  const { openS3UploadStore } = await import('./s3-upload-store.ts')
  return openS3UploadStore(bucket, requireFreeSpace)
}
