import { asc, inArray, lte, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { indexNowUrls } from './indexnow.schema.ts'

export type ChangedUrl = typeof indexNowUrls.$inferSelect
export type IndexNowStore = ReturnType<typeof createIndexNowStore>

export function createIndexNowStore(orm: Orm) {
  const oneOf = (urls: ChangedUrl[]) =>
    inArray(
      indexNowUrls.id,
      urls.map(({ id }) => id),
    )

  return {
    add: async (transaction: Transaction, paths: string[]): Promise<void> => {
      if (paths.length > 0) await transaction.insert(indexNowUrls).values(paths.map((path) => ({ path })))
    },

    listDue: (now: Date, limit: number): Promise<ChangedUrl[]> =>
      orm
        .select()
        .from(indexNowUrls)
        .where(lte(indexNowUrls.dueAt, now))
        .orderBy(asc(indexNowUrls.dueAt), asc(indexNowUrls.id))
        .limit(limit),

    remove: async (urls: ChangedUrl[]): Promise<void> => {
      await orm.delete(indexNowUrls).where(oneOf(urls))
    },

    postpone: async (urls: ChangedUrl[], dueAt: Date): Promise<void> => {
      await orm
        .update(indexNowUrls)
        .set({ dueAt, attempts: sql`${indexNowUrls.attempts} + 1` })
        .where(oneOf(urls))
    },

    clear: async (): Promise<void> => {
      await orm.delete(indexNowUrls)
    },
  }
}
