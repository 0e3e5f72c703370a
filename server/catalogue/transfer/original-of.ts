import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm } from '#server/platform/database/database.ts'

const original = alias(mediaFiles, 'original')

/** Returns the key of the original of a rendition: the uploaded file, including the camera's metadata. */
export async function originalOf(orm: Orm, renditionKey: string): Promise<string | undefined> {
  const [row] = await orm
    .select({ key: original.key })
    .from(mediaFiles)
    .innerJoin(original, and(eq(original.assetId, mediaFiles.assetId), eq(original.role, 'original')))
    .where(eq(mediaFiles.key, renditionKey))
    .orderBy(original.key)
    .limit(1)
  return row?.key
}
