import { join } from 'node:path'
import { openDiskMediaStore } from './disk-media-store.ts'
import type { MediaStore } from './media-store.ts'
import type { StoreSettings } from './store-settings.ts'

/** Opens the store that the settings name. `place` is how the operator knows it. */
export async function openMediaStore({
  dataDir,
  mediaStore: { s3 },
}: {
  dataDir: string
  mediaStore: StoreSettings
}): Promise<{ store: MediaStore; place: string }> {
  const folder = join(dataDir, 'media')
  if (!s3) return { store: openDiskMediaStore(folder), place: folder }
  // Amazon's client takes a quarter of a second to load.
  const { openS3MediaStore } = await import('./s3-media-store.ts')
  const { bucket, endpoint } = s3
  return { store: openS3MediaStore(s3), place: `the bucket ${bucket}${endpoint ? ` of ${endpoint}` : ''}` }
}
