import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { mediaFiles } from '#server/platform/media/store/media.schema.ts'
import type { PreparedFile } from '#server/platform/media/store/media-asset.ts'
import type { MediaLibrary, Publication } from '#server/platform/media/store/media-library.ts'
import { MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { conflict } from '#server/platform/problems.ts'

/**
 * Makes the preview of an item that becomes priced after it was published, from the file that it has. `save` adds it to the asset of that
 * file, `discard` removes what was not saved. Undefined when the file can't be cut.
 */
export async function prepareStoredPreview({
  library,
  label,
  key,
  cut,
}: {
  library: MediaLibrary
  /** What people call the item */
  label: string
  /** Of its file */
  key: string
  cut: (file: Readable) => Promise<PreparedFile | undefined>
}) {
  const changedMeanwhile = () => conflict(`Someone else changed this ${label}`, 'Look at it again, then repeat your change.')
  const file = await library.store.open(key).catch((error: unknown) => {
    // Another admin may be replacing it at this moment.
    throw error instanceof MissingMediaError ? changedMeanwhile() : error
  })
  const preview = await cut(file)
  return (
    preview && {
      save: async ({ transaction, addFile }: Publication, assetId: string) => {
        const stored = await transaction.select().from(mediaFiles).where(eq(mediaFiles.assetId, assetId))
        if (!stored.some((other) => other.key === key)) throw changedMeanwhile()
        if (!stored.some(({ role }) => role === 'preview')) await addFile(assetId, preview)
      },
      discard: () => rm(preview.path, { force: true }),
    }
  )
}
