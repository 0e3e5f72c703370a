import { eq, sql } from 'drizzle-orm'
import { catalogueVersion } from './catalogue.schema.ts'
import type { Database, Transaction } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const CHANNEL = 'catalogue'
/** Channel of its own, since instances of earlier versions expect only the version on the other. */
const WITHDRAWALS = 'catalogue_withdrawals'

const NEXT = sql`${catalogueVersion.version} + 1`

export type CatalogueVersion = Awaited<ReturnType<typeof watchCatalogueVersion>>

/**
 * Tracks the catalogue version, which is incremented with every change to the public pages; caches use it to discard stale entries.
 * Instances on the same database notify each other of changes. An instance whose notification connection is down polls instead.
 */
export async function watchCatalogueVersion({ orm, controlConnection }: Pick<Database, 'orm' | 'controlConnection'>) {
  let version = 0
  /** Version in which something public was withdrawn last */
  let withdrawn = 0
  /** Connection that has been listening since before the catalogue version was read. */
  let listener: object | undefined
  let asking = Promise.resolve()
  let next: Promise<void> | undefined
  /** Number of times that the caches of this instance became stale without a change of the catalogue */
  let expired = 0
  const listeners: (() => void)[] = []

  const raiseTo = (number: number) => {
    if (number <= version) return
    version = number
    for (const listener of listeners) listener()
  }

  async function refresh() {
    const current = controlConnection.listener()
    try {
      const [row] = await orm.select().from(catalogueVersion)
      withdrawn = Math.max(withdrawn, row?.withdrawn ?? 0)
      raiseTo(row?.version ?? 0)
      listener = current
    } catch (error) {
      listener = undefined
      throw error
    }
  }

  const isCurrent = () => listener !== undefined && controlConnection.listener() === listener

  /** Shares one query among concurrent callers. Callers wait for the next query, since a query in flight may have read an older version. */
  function ask(): Promise<void> {
    next ??= asking
      .catch(() => undefined)
      .then(() => {
        next = undefined
        asking = refresh()
        return asking
      })
    return next
  }

  await controlConnection.listen(WITHDRAWALS, (number) => {
    withdrawn = Math.max(withdrawn, Number(number) || 0)
  })
  // Instances of earlier versions send notifications without the version number.
  await controlConnection.listen(CHANNEL, (number) => (number ? raiseTo(Number(number)) : void refresh().catch(() => undefined)))
  await refresh()
  return {
    current: () => version + expired,
    /** Returns a number that changes when something public is withdrawn, which each instance learns before the new version. */
    withdrawn: () => withdrawn,
    /**
     * Marks everything that this instance has cached as stale. Called when responses may contain outdated site content, which is read
     * independently of the catalogue version.
     */
    expire: () => {
      expired += 1
    },
    /** Calls `listener` after each change of the version. */
    onChange: (listener: () => void) => {
      listeners.push(listener)
    },
    /** Returns whether this instance is notified of every change as soon as it is committed. Otherwise caches must call `confirm` before use. */
    isCurrent,
    /**
     * Reads the catalogue version unless it is current. During a database outage, cached responses continue to be served, while the health
     * check fails.
     */
    confirm: async (): Promise<void> => {
      if (isCurrent()) return
      await ask().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error
      })
    },
    /** Reads the version again. Called after a commit, so that this instance sees its own change immediately. */
    refresh,
    /** @param withdraws whether something that was public no longer is */
    increment: async (transaction: Transaction, { withdraws = false } = {}): Promise<void> => {
      const [row] = await transaction
        .update(catalogueVersion)
        .set({ version: NEXT, ...(withdraws && { withdrawn: NEXT }) })
        .where(eq(catalogueVersion.id, 1))
        .returning()
      const number = String(row?.version ?? '')
      if (withdraws) await transaction.execute(sql`select pg_notify(${WITHDRAWALS}, ${number})`)
      await transaction.execute(sql`select pg_notify(${CHANNEL}, ${number})`)
    },
  }
}
