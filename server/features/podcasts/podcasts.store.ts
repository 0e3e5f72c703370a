import { and, asc, desc, eq, getTableColumns, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CatalogueQuery, Page } from '#contracts/list.ts'
import { fromMinor } from '#contracts/money.ts'
import type { Picture } from '#contracts/picture.ts'
import type { Podcast } from '#contracts/podcast.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/next-version.ts'
import { inCategory } from '#server/platform/lists/in-category.ts'
import { planList } from '#server/platform/lists/plan-list.ts'
import { type HandleBatch, readWholeList } from '#server/platform/lists/read-all.ts'
import { readPage } from '#server/platform/lists/read-page.ts'
import { defaultPictureSource } from '#server/platform/media/store/default-source.ts'
import { mediaAssets, mediaFiles } from '#server/platform/media/store/media.schema.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { podcasts } from './podcasts.schema.ts'

const cover = alias(mediaAssets, 'cover')
const audioFile = alias(mediaFiles, 'audio_file')
const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(podcasts)

export type PodcastRow = typeof podcasts.$inferSelect
export type NewPodcast = Omit<typeof podcasts.$inferInsert, 'searchName' | 'searchText'>
export type PodcastStore = ReturnType<typeof createPodcastStore>

export function createPodcastStore(orm: Orm, { count = (_key, work) => work() }: { count?: VersionedCache<number> } = {}) {
  const selectItems = (from: Orm | Transaction = orm) =>
    from
      .select({ ...columns, cover: cover.details, audioKey: audioFile.key, audioType: audioFile.type, audioBytes: audioFile.bytes })
      .from(podcasts)
      .innerJoin(cover, eq(cover.id, podcasts.coverId))
      .innerJoin(audioFile, and(eq(audioFile.assetId, podcasts.audioId), eq(audioFile.role, 'original')))

  return {
    /** Newest first. */
    list: (query: CatalogueQuery): Promise<Page<Podcast>> =>
      readPage({ orm, table: podcasts, count, noun: 'podcasts' }, planList(podcasts, query), {
        query,
        filters: inCategory(podcasts.categories, query.category),
        select: (these) => selectItems().where(these),
        toItem: toPodcast,
      }),

    /** Everything that the query lets through, in the same order. */
    listAll: (query: CatalogueQuery, take: HandleBatch<Podcast>): Promise<void> =>
      readWholeList(
        { orm, table: podcasts },
        planList(podcasts, query),
        {
          filters: inCategory(podcasts.categories, query.category),
          select: (transaction, these) => selectItems(transaction).where(these),
          toItem: toPodcast,
        },
        take,
      ),

    find: async (id: string): Promise<Podcast | undefined> => {
      const [row] = await selectItems().where(eq(podcasts.id, id))
      return row && toPodcast(row)
    },

    /** The one of the categories that was added next after it; ids are in the order of time. */
    findNext: async (id: string, category: string | undefined): Promise<Podcast | undefined> => {
      const later = and(gt(podcasts.id, id), inCategory(podcasts.categories, category))
      const [row] = await selectItems().where(later).orderBy(asc(podcasts.id)).limit(1)
      return row && toPodcast(row)
    },

    /** What was added last, whatever order the lists have. */
    latest: (limit: number) =>
      orm
        .select({ id: podcasts.id, name: podcasts.title, createdAt: podcasts.createdAt })
        .from(podcasts)
        .orderBy(desc(podcasts.createdAt))
        .limit(limit),

    /** Holds the row until the transaction ends, so that two changes of one episode follow each other. */
    lock: async (transaction: Transaction, id: string): Promise<PodcastRow | undefined> => {
      const [row] = await transaction.select().from(podcasts).where(eq(podcasts.id, id)).for('update')
      return row
    },

    exists: async (transaction: Transaction, id: string): Promise<boolean> => (await transaction.$count(podcasts, eq(podcasts.id, id))) > 0,

    insert: async (transaction: Transaction, podcast: NewPodcast) => {
      await transaction.insert(podcasts).values(podcast)
    },

    update: async (transaction: Transaction, id: string, changes: Partial<NewPodcast>) => {
      await transaction
        .update(podcasts)
        .set({ ...changes, updatedAt: nextVersion(podcasts.updatedAt) })
        .where(eq(podcasts.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(podcasts).where(eq(podcasts.id, id))
    },
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
