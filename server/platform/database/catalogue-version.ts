import { eq, sql } from 'drizzle-orm'
import { catalogueVersion } from './catalogue.schema.ts'
import type { Database, Transaction } from './database.ts'

const CHANNEL = 'catalogue'

export type CatalogueVersion = Awaited<ReturnType<typeof watchCatalogueVersion>>

/**
 * Keeps a number up to date that goes up with every change to the public pages; caches use it to discard old entries. Apps on the same
 * database notify each other of changes.
 */
export async function watchCatalogueVersion({ orm, presence }: Pick<Database, 'orm' | 'presence'>) {
  let version = 0
  const refresh = async () => {
    const [row] = await orm.select().from(catalogueVersion)
    version = Math.max(version, row?.version ?? 0)
  }
  await presence.listen(CHANNEL, () => void refresh().catch(() => undefined))
  await refresh()
  return {
    current: () => version,
    /** Reads the number again. Called after a commit, so that this app sees its own change at once. */
    refresh,
    increment: async (transaction: Transaction): Promise<void> => {
      await transaction
        .update(catalogueVersion)
        .set({ version: sql`${catalogueVersion.version} + 1` })
        .where(eq(catalogueVersion.id, 1))
      await transaction.execute(sql`select pg_notify(${CHANNEL}, '')`)
    },
  }
}
