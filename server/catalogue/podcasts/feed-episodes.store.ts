import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { parseDuration } from '#contracts/listening/duration.ts'
import { isFree } from '#contracts/shop/price.ts'
import { recordingPreviewSeconds } from '#server/media/sandbox/recording-preview-length.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { CatalogueReads } from '#server/platform/database/catalogue-reads.ts'
import { podcasts } from './podcasts.schema.ts'

/** Adds fields that only feeds and external players need: the square JPEG, and the preview of a priced recording. */
export function createFeedEpisodes(reads: CatalogueReads) {
  return async (episodes: Podcast[]) => {
    if (episodes.length === 0) return []
    const ids = episodes.map(({ id }) => id)
    const isTheirs = or(eq(mediaFiles.assetId, podcasts.coverId), eq(mediaFiles.assetId, podcasts.audioId))
    const rows = await reads.query((from) =>
      from
        .select({
          id: podcasts.id,
          role: mediaFiles.role,
          ...{ key: mediaFiles.key, type: mediaFiles.type, bytes: mediaFiles.bytes },
        })
        .from(podcasts)
        .leftJoin(mediaFiles, and(isTheirs, inArray(mediaFiles.role, ['jpeg', 'preview'])))
        .where(sql`${podcasts.id} = any(${sql.param(ids)}::text[])`),
    )
    const byEpisode = Map.groupBy(rows, ({ id }) => id)
    return episodes.map((episode) => {
      const own = byEpisode.get(episode.id) ?? []
      const file = (role: 'jpeg' | 'preview') => toFile(own.find((row) => row.role === role))
      const seconds = episode.durationSeconds ?? parseDuration(episode.duration)
      const preview = isFree(episode.price) ? null : file('preview')
      return {
        ...{ ...episode, seconds, artwork: file('jpeg') },
        preview: preview && { ...preview, seconds: recordingPreviewSeconds(seconds) },
      }
    })
  }
}

function toFile(row: { key: string | null; type: string | null; bytes: number | null } | undefined) {
  return row?.key && row.type && row.bytes ? { key: row.key, type: row.type, bytes: row.bytes } : null
}
