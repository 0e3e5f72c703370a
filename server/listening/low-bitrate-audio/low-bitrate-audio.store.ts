import { and, eq, sql } from 'drizzle-orm'
import type { MediaType } from '#contracts/common/file-formats.ts'
import { PODCAST_TYPES } from '#server/media/audio/audio-codings.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { LowBitrateAudioDetails, PreparedFile } from '#server/media/store/media-asset.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

/** Version of the encoding. Increased when the encoding changes, so that all low-bitrate audio is encoded again. */
export const EDITION = 1

/** Numbers of recordings whose encoding is finished, pending, or failed. Recordings that need no low-bitrate audio count as finished. */
export type LowBitrateAudioProgress = { done: number; waiting: number; failed: number }
/** Roles of the files that are derived from a recording */
export type DerivedRole = Extract<PreparedFile['role'], 'light' | 'aac'>
export type LowBitrateAudioStore = ReturnType<typeof createLowBitrateAudioStore>

const KIND: 'light-sound' = 'light-sound'
/** AAC is encoded for recordings of types that few podcast apps play, and for their previews, which public feeds contain. */
const needsAac = sql`not (${mediaFiles.type} = any(${sql.param([...PODCAST_TYPES])}::text[]))`
const isSource = sql`${mediaAssets.kind} = 'audio' and (${mediaFiles.role} = 'original' or (${mediaFiles.role} = 'preview' and ${needsAac}))`
const made = sql`select 1 from ${mediaAssets} as made where made.derived_from = ${mediaFiles.key} and made.kind = ${KIND}`
const current = sql`(made.details->>'edition')::int = ${EDITION} and (made.details ? 'aac' or not ${needsAac})`

/** Creates the store of low-bitrate audio and AAC: one asset per recording or preview. Older versions are served until replaced. */
export function createLowBitrateAudioStore(orm: Orm) {
  return {
    find: async (key: string, role: DerivedRole): Promise<StoredFile | undefined> => {
      const isDerived = and(eq(mediaAssets.derivedFrom, key), eq(mediaAssets.kind, KIND), eq(mediaFiles.role, role))
      const { key: ownKey, type, bytes, audience } = mediaFiles
      const [row] = await orm
        .select({ key: ownKey, type, bytes, audience })
        .from(mediaAssets)
        .innerJoin(mediaFiles, eq(mediaFiles.assetId, mediaAssets.id))
        .where(isDerived)
      return row
    },

    findRecording: async (key: string): Promise<{ type: MediaType; bytes: number; isPreview: boolean } | undefined> => {
      const { type, bytes, role } = mediaFiles
      const [row] = await orm
        .select({ type, bytes, role })
        .from(mediaFiles)
        .innerJoin(mediaAssets, eq(mediaAssets.id, mediaFiles.assetId))
        .where(and(eq(mediaFiles.key, key), isSource))
        .limit(1)
      return row && { type: row.type as MediaType, bytes: row.bytes, isPreview: row.role === 'preview' }
    },

    /** Lists recordings without low-bitrate audio of the current version or without a required AAC file, latest published first. */
    listDue: async (limit: number): Promise<string[]> => {
      const { rows } = await orm.execute<{ key: string }>(sql`
        select ${mediaFiles.key} as key from ${mediaAssets} join ${mediaFiles} on ${mediaFiles.assetId} = ${mediaAssets.id}
        where ${isSource} and not exists (${made} and ${current})
        group by ${mediaFiles.key} order by max(${mediaAssets.createdAt}) desc limit ${limit}
      `)
      return rows.map(({ key }) => key)
    },

    /** Locks a recording against deletion. Returns false if the recording no longer exists. */
    lockRecording: async (transaction: Transaction, key: string): Promise<boolean> => {
      const { rows } = await transaction.execute(sql`
        select 1 from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
        where ${mediaFiles.key} = ${key} and ${isSource} limit 1 for share of ${mediaFiles}
      `)
      return rows.length > 0
    },

    findAsset: async (transaction: Transaction, key: string, { withAac }: { withAac: boolean }) => {
      const [row] = await transaction
        .select({ id: mediaAssets.id, details: mediaAssets.details })
        .from(mediaAssets)
        .where(and(eq(mediaAssets.derivedFrom, key), eq(mediaAssets.kind, KIND)))
      if (!row) return undefined
      const { edition, aac } = row.details as LowBitrateAudioDetails
      return { id: row.id, isCurrent: edition === EDITION && (aac !== undefined || !withAac) }
    },

    /** Lists the ids of low-bitrate audio assets: those of failed encodings, those of deleted recordings, or all. */
    listAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<string[]> => {
      const where = {
        all: sql`true`,
        failed: sql`'failed' in (${mediaAssets.details}->>'outcome', ${mediaAssets.details}->>'aac')`,
        orphaned: sql`not exists (select 1 from ${mediaFiles} where ${mediaFiles.key} = ${mediaAssets.derivedFrom})`,
      }
      const rows = await orm
        .select({ id: mediaAssets.id })
        .from(mediaAssets)
        .where(and(eq(mediaAssets.kind, KIND), where[which]))
      return rows.map(({ id }) => id)
    },

    /** Lists the keys of recordings whose low-bitrate audio could not be encoded. */
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
          select distinct on (${mediaFiles.key})
            case when made.details->>'aac' = 'failed' then 'failed' else made.details->>'outcome' end as outcome
          from ${mediaFiles} join ${mediaAssets} on ${mediaAssets.id} = ${mediaFiles.assetId}
          left join ${mediaAssets} as made on made.derived_from = ${mediaFiles.key} and made.kind = ${KIND} and ${current}
          where ${isSource}
        ) as recording
      `)
      return rows[0] ?? { done: 0, waiting: 0, failed: 0 }
    },
  }
}
