import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '#server/platform/database/database.ts'
import { mediaAssets, mediaFiles } from './media.schema.ts'
import type { PreparedFile } from './media-asset.ts'

type DerivedFile = { key: string; type: string; bytes: number }

/** Finds the files in a role that were derived from stored files, by the keys of the latter. */
export async function findDerivedFiles(reader: Reader, role: PreparedFile['role'], keys: string[]): Promise<Map<string, DerivedFile>> {
  const { key, type, bytes } = mediaFiles
  const rows = await reader
    .select({ source: mediaAssets.derivedFrom, key, type, bytes })
    .from(mediaAssets)
    .innerJoin(mediaFiles, and(eq(mediaFiles.assetId, mediaAssets.id), eq(mediaFiles.role, role)))
    .where(sql`${mediaAssets.derivedFrom} = any(${sql.param(keys)}::text[])`)
  return new Map(rows.map(({ source, ...file }) => [String(source), file]))
}
