import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { conflict } from '#server/platform/problems.ts'

export type StoredPreview = NonNullable<Awaited<ReturnType<typeof prepareStoredPreview>>>

/**
 * Creates the preview of an item that gets a price after publication, from its stored file. `save` adds the preview to the asset of the
 * file, and `discard` deletes a preview that was not saved. Returns undefined if the file can't be cut or already has a
 * preview.
 */
export async function prepareStoredPreview(options: {
  orm: Orm
  library: MediaLibrary
  /** Name of the kind of items in messages */
  label: string
  /** Key of the item's file */
  key: string
  cut: (file: Readable) => Promise<PreparedFile | undefined>
}) {
  const { orm, library, label, key, cut } = options
  if (await hasPreview(orm, key)) return undefined
  const changedMeanwhile = () => conflict(`Someone else has changed this ${label}`, 'Open it again, then repeat your change.')
  const file = await library.store.open(key).catch((error: unknown) => {
    // The file is missing if another admin is replacing it at this moment.
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

async function hasPreview(orm: Orm, key: string): Promise<boolean> {
  const preview = alias(mediaFiles, 'preview')
  const isOfFile = and(eq(preview.assetId, mediaFiles.assetId), eq(preview.role, 'preview'))
  const [found] = await orm
    .select({ key: preview.key })
    .from(mediaFiles)
    .innerJoin(preview, isOfFile)
    .where(eq(mediaFiles.key, key))
    .limit(1)
  return found !== undefined
}
