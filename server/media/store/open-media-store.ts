import { join } from 'node:path'
import { openDiskMediaStore } from './disk-media-store.ts'
import type { MediaStore } from './media-store.ts'
import type { S3Settings } from './s3-client.ts'

/** A store, and its location as named in messages to the operator */
type OpenStore = { store: MediaStore; place: string }

/** Opens the bucket of the settings, or the folder `media` in the data folder. */
export async function openMediaStore(dataDir: string, bucket: S3Settings | undefined): Promise<OpenStore> {
  const folder = join(dataDir, 'media')
  if (!bucket) return { store: openDiskMediaStore(folder), place: folder }
  // Loaded on demand: Amazon's client takes a quarter of a second to load.
  const { openS3MediaStore } = await import('./s3-media-store.ts')
  return { store: openS3MediaStore(bucket), place: `the bucket ${bucket.bucket}${bucket.endpoint ? ` at ${bucket.endpoint}` : ''}` }
}
