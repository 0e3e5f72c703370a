import { eq, sql } from 'drizzle-orm'
import { catalogueVersion } from './catalogue.schema.ts'
import type { Database, Transaction } from './database.ts'

const CHANNEL = 'catalogue'

/** Tells what state the public pages show, so that caches know when to turn over. */
export type CatalogueVersion = {
  current: () => number
  /** Raises the number with the change that the transaction makes. */
  increment: (transaction: Transaction) => Promise<void>
  /** Reads the number again. Called after a change is committed, so that the one who made it sees it at once. */
  refresh: () => Promise<void>
}

/** Follows the catalogue's version; other apps on the same database announce their changes. */
export async function watchCatalogueVersion({ orm, presence }: Pick<Database, 'orm' | 'presence'>): Promise<CatalogueVersion> {
  let version = 0
  const refresh = async () => {
    const [row] = await orm.select().from(catalogueVersion)
    version = Math.max(version, row?.version ?? 0)
  }
  await presence.listen(CHANNEL, () => void refresh().catch(() => undefined))
  await refresh()
  return {
    current: () => version,
    refresh,
    increment: async (transaction) => {
      await transaction
        .update(catalogueVersion)
        .set({ version: sql`${catalogueVersion.version} + 1` })
        .where(eq(catalogueVersion.id, 1))
      await transaction.execute(sql`select pg_notify(${CHANNEL}, '')`)
    },
  }
}
