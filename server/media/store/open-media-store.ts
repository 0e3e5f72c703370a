import { join } from 'node:path'
import { openDiskMediaStore } from './disk-media-store.ts'
import type { MediaStore } from './media-store.ts'
import type { S3Settings } from './s3-client.ts'

/** A media store, and its location for messages to the operator */
type OpenStore = { store: MediaStore; place: string }

/** Opens the configured bucket as media store, or the folder `media` in the data folder. */
export async function openMediaStore(dataDir: string, bucket: S3Settings | undefined): Promise<OpenStore> {
  const folder = join(dataDir, 'media')
  if (!bucket) return { store: openDiskMediaStore(folder), place: folder }
  // The S3 store is imported on demand, since Amazon's client takes a quarter of a second to load.
  const { openS3MediaStore } = await import('./s3-media-store.ts')
  return { store: openS3MediaStore(bucket), place: `the bucket ${bucket.bucket}${bucket.endpoint ? ` at ${bucket.endpoint}` : ''}` }
}
