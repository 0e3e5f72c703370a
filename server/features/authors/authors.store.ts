import { desc, eq, getTableColumns } from 'drizzle-orm'
import type { Author } from '#contracts/author.ts'
import type { ListQuery, Page } from '#contracts/list.ts'
import type { Picture } from '#contracts/picture.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/next-version.ts'
import { planList } from '#server/platform/lists/plan-list.ts'
import { type HandleBatch, readWholeList } from '#server/platform/lists/read-all.ts'
import { readPage } from '#server/platform/lists/read-page.ts'
import { defaultPictureSource } from '#server/platform/media/store/default-source.ts'
import { mediaAssets } from '#server/platform/media/store/media.schema.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { authors } from './authors.schema.ts'

const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(authors)

export type AuthorRow = typeof authors.$inferSelect
export type NewAuthor = Omit<typeof authors.$inferInsert, 'searchName' | 'searchText'>
/** An author before the books are counted, which is another feature's knowledge. */
export type AuthorProfile = Omit<Author, 'books'>
export type AuthorStore = ReturnType<typeof createAuthorStore>

export function createAuthorStore(orm: Orm, { count = (_key, work) => work() }: { count?: VersionedCache<number> } = {}) {
  const selectItems = (from: Orm | Transaction = orm) =>
    from
      .select({ ...columns, picture: mediaAssets.details })
      .from(authors)
      .innerJoin(mediaAssets, eq(mediaAssets.id, authors.photoId))

  return {
    /** The one who was added last comes first. */
    list: (query: ListQuery): Promise<Page<AuthorProfile>> =>
      readPage({ orm, table: authors, count, noun: 'authors' }, planList(authors, query), {
        query,
        filters: undefined,
        select: (these) => selectItems().where(these),
        toItem: toProfile,
      }),

    /** Everyone whom the query lets through, in the same order. */
    listAll: (query: ListQuery, take: HandleBatch<AuthorProfile>): Promise<void> =>
      readWholeList(
        { orm, table: authors },
        planList(authors, query),
        { filters: undefined, select: (transaction, these) => selectItems(transaction).where(these), toItem: toProfile },
        take,
      ),

    find: async (id: string): Promise<AuthorProfile | undefined> => {
      const [row] = await selectItems().where(eq(authors.id, id))
      return row && toProfile(row)
    },

    /** What was added last, whatever order the lists have. */
    latest: (limit: number) =>
      orm
        .select({ id: authors.id, name: authors.name, createdAt: authors.createdAt })
        .from(authors)
        .orderBy(desc(authors.createdAt))
        .limit(limit),

    /** Holds the row until the transaction ends, so that two changes of one author follow each other. */
    lock: async (transaction: Transaction, id: string): Promise<AuthorRow | undefined> => {
      const [row] = await transaction.select().from(authors).where(eq(authors.id, id)).for('update')
      return row
    },

    insert: async (transaction: Transaction, author: NewAuthor) => {
      await transaction.insert(authors).values(author)
    },

    update: async (transaction: Transaction, id: string, changes: Partial<NewAuthor>) => {
      await transaction
        .update(authors)
        .set({ ...changes, updatedAt: nextVersion(authors.updatedAt) })
        .where(eq(authors.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(authors).where(eq(authors.id, id))
    },
  }
}

function toProfile(row: Omit<AuthorRow, 'searchName' | 'searchText'> & { picture: unknown }): AuthorProfile {
  const picture = row.picture as Picture
  return {
    id: row.id,
    name: row.name,
    bio: row.bio,
    photo: defaultPictureSource(picture),
    socialLinks: row.socialLinks,
    picture,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
