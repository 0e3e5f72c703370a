import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '#server/platform/database/database.ts'
import { mediaAssets, mediaFiles } from './media.schema.ts'

/** Returns the SHA-256 of each uploaded recording that was converted, by the key of the stored file. */
export async function findUploads(reader: Reader): Promise<Map<string, string>> {
  const sha256 = sql<string>`${mediaAssets.details}->>'uploadSha256'`
  const rows = await reader
    .select({ key: mediaFiles.key, sha256 })
    .from(mediaFiles)
    .innerJoin(mediaAssets, eq(mediaAssets.id, mediaFiles.assetId))
    .where(and(eq(mediaAssets.kind, 'audio'), eq(mediaFiles.role, 'original'), isNotNull(sha256)))
  return new Map(rows.map((row) => [row.key, row.sha256]))
}
