import { and, eq, sql } from 'drizzle-orm'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { AudioDetails, LowBitrateAudioDetails } from '#server/media/store/media-asset.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

/** Raised when the encoding changes, so that all low-bitrate audio is encoded again. */
export const EDITION = 1

/** Number of recordings that are finished, waiting, or failed. Recordings that need no low-bitrate audio count as finished. */
export type LowBitrateAudioProgress = { done: number; waiting: number; failed: number }
export type LowBitrateAudioStore = ReturnType<typeof createLowBitrateAudioStore>

const KIND: 'light-sound' = 'light-sound'
const isRecording = sql`${mediaAssets.kind} = 'audio' and ${mediaFiles.role} = 'original'`
const made = sql`select 1 from ${mediaAssets} as made where made.derived_from = ${mediaFiles.key} and made.kind = ${KIND}`
const current = sql`(made.details->>'edition')::int = ${EDITION}`

/** Low-bitrate audio of recordings: one asset per recording, with or without a file. Older versions are served until they are replaced. */
export function createLowBitrateAudioStore(orm: Orm) {
  return {
    find: async (key: string): Promise<StoredFile | undefined> => {
      const isLight = and(eq(mediaAssets.derivedFrom, key), eq(mediaAssets.kind, KIND), eq(mediaFiles.role, 'light'))
      const { key: lightKey, type, bytes, audience } = mediaFiles
      const [row] = await orm
        .select({ key: lightKey, type, bytes, audience })
        .from(mediaAssets)
        .innerJoin(mediaFiles, eq(mediaFiles.assetId, mediaAssets.id))
        .where(isLight)
      return row
    },

    findRecording: async (key: string): Promise<{ type: string; bytes: number; durationSeconds: number } | undefined> => {
      const { type, bytes } = mediaFiles
      const [row] = await orm
        .select({ type, bytes, details: mediaAssets.details })
        .from(mediaFiles)
        .innerJoin(mediaAssets, eq(mediaAssets.id, mediaFiles.assetId))
        .where(and(eq(mediaFiles.key, key), isRecording))
        .limit(1)
      return row && { type: row.type, bytes: row.bytes, durationSeconds: (row.details as AudioDetails).durationSeconds }
    },

    /** Recordings without low-bitrate audio of the current version, latest published first. */
    listDue: async (limit: number): Promise<string[]> => {
      const { rows } = await orm.execute<{ key: string }>(sql`
        select ${mediaFiles.key} as key from ${mediaAssets} join ${mediaFiles} on ${mediaFiles.assetId} = ${mediaAssets.id}
        where ${isRecording} and not exists (${made} and ${current})
        group by ${mediaFiles.key} order by max(${mediaAssets.createdAt}) desc limit ${limit}
      `)
      return rows.map(({ key }) => key)
    },

    /** Locks the recording against removal. Returns false when it was removed already. */
    lockRecording: async (transaction: Transaction, key: string): Promise<boolean> => {
      const { rows } = await transaction.execute(sql`
        select 1 from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
        where ${mediaFiles.key} = ${key} and ${isRecording} limit 1 for share of ${mediaFiles}
      `)
      return rows.length > 0
    },

    findAsset: async (transaction: Transaction, key: string): Promise<{ id: string; isCurrent: boolean } | undefined> => {
      const [row] = await transaction
        .select({ id: mediaAssets.id, details: mediaAssets.details })
        .from(mediaAssets)
        .where(and(eq(mediaAssets.derivedFrom, key), eq(mediaAssets.kind, KIND)))
      return row && { id: row.id, isCurrent: (row.details as LowBitrateAudioDetails).edition === EDITION }
    },

    /** Assets that failed, that belong to a removed recording, or all. */
    listAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<string[]> => {
      const where = {
        all: sql`true`,
        failed: sql`${mediaAssets.details}->>'outcome' = 'failed'`,
        orphaned: sql`not exists (select 1 from ${mediaFiles} where ${mediaFiles.key} = ${mediaAssets.derivedFrom})`,
      }
      const rows = await orm
        .select({ id: mediaAssets.id })
        .from(mediaAssets)
        .where(and(eq(mediaAssets.kind, KIND), where[which]))
      return rows.map(({ id }) => id)
    },

    /** Lists the keys of recordings whose low-bitrate audio could not be made. */
    listFailedFiles: async (limit: number): Promise<string[]> => {
      const failed = sql`${mediaAssets.details}->>'outcome' = 'failed' and (${mediaAssets.details}->>'edition')::int = ${EDITION}`
      const rows = await orm
        .select({ key: mediaAssets.derivedFrom })
        .from(mediaAssets)
        .where(and(eq(mediaAssets.kind, KIND), failed))
        .orderBy(mediaAssets.id)
        .limit(limit)
      return rows.flatMap(({ key }) => key ?? [])
    },

    progress: async (): Promise<LowBitrateAudioProgress> => {
      const { rows } = await orm.execute<LowBitrateAudioProgress>(sql`
        select count(*) filter (where outcome <> 'failed')::int as done, count(*) filter (where outcome is null)::int as waiting,
          count(*) filter (where outcome = 'failed')::int as failed
        from (
          select distinct on (${mediaFiles.key}) made.details->>'outcome' as outcome
          from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
          left join ${mediaAssets} as made on made.derived_from = ${mediaFiles.key} and made.kind = ${KIND} and ${current}
          where ${isRecording}
        ) as recording
      `)
      return rows[0] ?? { done: 0, waiting: 0, failed: 0 }
    },
  }
}
