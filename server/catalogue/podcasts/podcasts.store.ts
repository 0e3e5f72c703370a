import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import type { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { CatalogueQuery } from '#contracts/common/list.ts'
import { parseDuration } from '#contracts/listening/duration.ts'
import { fromMinor } from '#contracts/shop/money.ts'
import { isFree } from '#contracts/shop/price.ts'
import { editions } from '#server/catalogue/items/editions.schema.ts'
import {
  describeEdition,
  describeSound,
  editionsOf,
  firstEdition,
  isEditionOf,
  type StoredEdition,
} from '#server/catalogue/items/editions.store.ts'
import { itemSlugs } from '#server/catalogue/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/catalogue/items/item-slugs.store.ts'
import { createItemStore, type ItemStoreOptions, itemTimes, withoutQueried } from '#server/catalogue/items/items.store.ts'
import { recordingPreviewSeconds } from '#server/media/audio/recording-preview-length.ts'
import { findDerivedFiles } from '#server/media/store/derived-files.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import { type AudioDetails, defaultPictureSource } from '#server/media/store/media-asset.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { inCategory } from '#server/platform/lists/plan-list.ts'
import { podcasts } from './podcasts.schema.ts'
import { transcriptCues } from './transcripts.schema.ts'

const cover = alias(mediaAssets, 'cover')
const following = alias(podcasts, 'following')
const { searchName: _searchName, searchText: _searchText, searchVector: _searchVector, ...columns } = getTableColumns(podcasts)

export type PodcastRow = typeof podcasts.$inferSelect
export type PodcastStore = ReturnType<typeof createPodcastStore>

export function createPodcastStore(orm: Orm, options: ItemStoreOptions = {}) {
  const items = createItemStore(orm, {
    ...options,
    table: podcasts,
    kind: 'podcast',
    name: podcasts.title,
    cover: podcasts.coverId,
    categories: podcasts.categories,
    narrow: ({ category, free }: CatalogueQuery & { free?: boolean }) => ({
      filters: and(inCategory(podcasts.categories, category), free ? lte(podcasts.priceMinor, 0) : undefined),
    }),
    select: async (reader, where) => select(reader, where),
    toItem: toPodcast,
  })

  return {
    ...items,

    /** Returns the first episode in the given categories that was published after the given episode. */
    findNext: async (id: string, category: string | undefined): Promise<PodcastDetails | undefined> => {
      const after = orm.select({ sortId: following.sortId }).from(following).where(eq(following.id, id))
      const later = and(podcasts.isListed, gt(podcasts.sortId, after), inCategory(podcasts.categories, category))
      const [row] = await select(orm, later).orderBy(asc(podcasts.sortId)).limit(1)
      return row && toPodcast(row)
    },

    findFileChapters: async (id: string): Promise<Chapter[]> => {
      const [row] = await orm
        .select({ details: mediaAssets.details })
        .from(editions)
        .innerJoin(mediaAssets, eq(mediaAssets.id, editions.assetId))
        .where(isEditionOf('podcast', id, 'audio'))
      return (row?.details as AudioDetails | undefined)?.chapters ?? []
    },

    /** Returns a page of the public free episodes and the episodes with the given ids, newest first, and their total number. */
    listHearable: (ids: string[], page: { limit: number; offset: number }) =>
      items.listNewest(or(and(podcasts.isListed, lte(podcasts.priceMinor, 0)), inArray(podcasts.id, ids)), page),

    /** Adds fields that only feeds and external players need: the square JPEG, the preview of a priced recording, and AAC of both. */
    withFeedFiles: async <Episode extends Podcast>(episodes: Episode[]) => {
      if (episodes.length === 0) return []
      const ids = episodes.map(({ id }) => id)
      const isTheirs = or(eq(mediaFiles.assetId, podcasts.coverId), eq(mediaFiles.assetId, editions.assetId))
      const rows = await orm
        .select({ id: podcasts.id, role: mediaFiles.role, key: mediaFiles.key, type: mediaFiles.type, bytes: mediaFiles.bytes })
        .from(podcasts)
        .innerJoin(editions, isEditionOf('podcast', podcasts.id, 'audio'))
        .innerJoin(mediaFiles, and(isTheirs, inArray(mediaFiles.role, ['jpeg', 'preview'])))
        .where(sql`${podcasts.id} = any(${sql.param(ids)}::text[])`)
      const byEpisode = Map.groupBy(rows, ({ id }) => id)
      const keys = [...episodes.map(({ audioUrl }) => audioUrl), ...rows.filter(({ role }) => role === 'preview').map(({ key }) => key)]
      const aacOf = await findDerivedFiles(orm, 'aac', keys)
      return episodes.map((episode) => {
        const file = (role: 'jpeg' | 'preview') => {
          const row = byEpisode.get(episode.id)?.find((found) => found.role === role)
          return row ? { key: row.key, type: row.type, bytes: row.bytes } : null
        }
        const seconds = episode.durationSeconds ?? parseDuration(episode.duration)
        const preview = isFree(episode.price) ? null : file('preview')
        return {
          ...episode,
          product: 'podcast' as const,
          people: [{ role: 'host' as const, name: episode.host }],
          seconds,
          artwork: file('jpeg'),
          aac: aacOf.get(episode.audioUrl) ?? null,
          preview: preview && { ...preview, seconds: recordingPreviewSeconds(seconds), aac: aacOf.get(preview.key) ?? null },
        }
      })
    },

    /** Returns whether an episode exists outside the bin. */
    exists: async (transaction: Transaction, id: string): Promise<boolean> =>
      (await transaction.$count(podcasts, and(eq(podcasts.id, id), isNull(podcasts.deletedAt)))) > 0,
  }
}

function select(reader: Reader, where: SQL | undefined) {
  return reader
    .select({
      ...columns,
      slug: itemSlugs.slug,
      cover: cover.details,
      editions: editionsOf('podcast', podcasts.id),
      hasTranscript: sql<boolean>`exists (select 1 from ${transcriptCues} where ${transcriptCues.podcastId} = ${podcasts.id})`,
    })
    .from(podcasts)
    .innerJoin(cover, eq(cover.id, podcasts.coverId))
    .leftJoin(itemSlugs, hasCurrentSlug('podcast', podcasts.id))
    .where(where)
}

/** Converts a row to an episode with its details. List responses omit them, since their schema does not contain them. */
function toPodcast(row: Awaited<ReturnType<typeof select>>[number]): PodcastDetails & { sortId: string } {
  const { coverId: _coverId, priceMinor, ...own } = withoutQueried(row)
  const picture = row.cover as Picture
  const editions = row.editions.map((edition) => toEdition(edition, { isPriced: priceMinor > 0 }))
  const { url, type, bytes, durationSeconds, lowBitrate } = firstEdition(editions, 'audio')
  return {
    ...own,
    slug: row.slug ?? row.id,
    price: fromMinor(priceMinor),
    coverImage: defaultPictureSource(picture),
    audioUrl: url,
    audioType: type,
    audioBytes: bytes,
    durationSeconds,
    cover: picture,
    lightSound: lowBitrate,
    hasChapters: row.chapters.length > 0,
    editions,
    ...itemTimes(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function toEdition(stored: StoredEdition, { isPriced }: { isPriced: boolean }): PodcastDetails['editions'][number] {
  return { ...describeEdition(stored, { isPriced }), ...describeSound(stored) }
}
