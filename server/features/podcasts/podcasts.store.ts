import { and, asc, eq, getTableColumns, gt, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Picture } from '#contracts/item.ts'
import type { CatalogueQuery } from '#contracts/list.ts'
import { fromMinor } from '#contracts/money.ts'
import type { Podcast } from '#contracts/podcast.ts'
import { createItemStore, type ItemStoreOptions } from '#server/features/items/items.store.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { inCategory } from '#server/platform/lists/plan-list.ts'
import { mediaAssets, mediaFiles } from '#server/platform/media/store/media.schema.ts'
import { defaultPictureSource } from '#server/platform/media/store/media-asset.ts'
import { podcasts } from './podcasts.schema.ts'

const cover = alias(mediaAssets, 'cover')
const audioFile = alias(mediaFiles, 'audio_file')
const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(podcasts)

export type PodcastRow = typeof podcasts.$inferSelect
export type PodcastStore = ReturnType<typeof createPodcastStore>

export function createPodcastStore(orm: Orm, options: ItemStoreOptions = {}) {
  const select = (from: Orm | Transaction, where: SQL | undefined) =>
    from
      .select({ ...columns, cover: cover.details, audioKey: audioFile.key, audioType: audioFile.type, audioBytes: audioFile.bytes })
      .from(podcasts)
      .innerJoin(cover, eq(cover.id, podcasts.coverId))
      .innerJoin(audioFile, and(eq(audioFile.assetId, podcasts.audioId), eq(audioFile.role, 'original')))
      .where(where)
  const items = createItemStore(orm, {
    ...options,
    table: podcasts,
    noun: 'podcasts',
    name: podcasts.title,
    narrow: ({ category }: CatalogueQuery) => ({ filters: inCategory(podcasts.categories, category) }),
    select: async (from, where) => select(from, where),
    toItem: toPodcast,
  })

  return {
    ...items,

    /** The one of the categories that was added next after it; ids are in the order of time. */
    findNext: async (id: string, category: string | undefined): Promise<Podcast | undefined> => {
      const later = and(gt(podcasts.id, id), inCategory(podcasts.categories, category))
      const [row] = await select(orm, later).orderBy(asc(podcasts.id)).limit(1)
      return row && toPodcast(row)
    },

    exists: async (transaction: Transaction, id: string): Promise<boolean> => (await transaction.$count(podcasts, eq(podcasts.id, id))) > 0,
  }
}

type Selected = Omit<PodcastRow, 'searchName' | 'searchText'> & { cover: unknown; audioKey: string; audioType: string; audioBytes: number }

function toPodcast(row: Selected): Podcast {
  const picture = row.cover as Picture
  return {
    id: row.id,
    title: row.title,
    host: row.host,
    description: row.description,
    duration: row.duration,
    price: fromMinor(row.priceMinor),
    coverImage: defaultPictureSource(picture),
    audioUrl: row.audioKey,
    categories: row.categories,
    cover: picture,
    audioType: row.audioType,
    audioBytes: row.audioBytes,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
