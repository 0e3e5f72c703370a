import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { unavailable } from '#server/platform/problems.ts'
import { mediaFiles, mediaRemovals } from './media.schema.ts'
import type { MediaStore } from './media-store.ts'

/** Number of files claimed for removal in one transaction. */
const BATCH = 1000
/** Time within which an instance may begin the removal of a claimed file, in ms. */
const REMOVING_MS = 60_000
/** Age at which a claim counts as abandoned. No removal is in flight by then: a request to a bucket fails after a minute and a half. */
const ABANDONED = sql`interval '5 minutes'`
/** Time for which a publication waits for a removal of the same file, in ms. */
const WAIT_MS = 2000
const POLL_MS = 50
const RETRY_SECONDS = 10

export type MediaRemovals = ReturnType<typeof createMediaRemovals>

/**
 * Removes stored files without a database row, while all instances continue to publish. A lock can't exclude publications: it would end
 * with its database connection, while a request to the store continues. Therefore a removal first inserts a claim, and publications of the
 * same file wait until the claim is deleted.
 */
export function createMediaRemovals({ orm, longWork }: Pick<Database, 'orm' | 'longWork'>, store: Pick<MediaStore, 'remove'>) {
  /** Claims the files without a row for removal, once running publications, which may add rows, have ended. Claims none during a backup. */
  function claim(keys: string[], holder: string): Promise<string[]> {
    return orm.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.media}::bigint)`)
      // No file is claimed during a backup, which may be reading files from the bucket. A later sweep removes the files without a row.
      const { rows } = await transaction.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS.backup}::bigint) as free`)
      if (!rows[0]?.free) return []
      const unrecorded = await withoutRow(transaction, keys)
      if (unrecorded.length === 0) return []
      const claimed = await transaction
        .insert(mediaRemovals)
        .select(sql`select unnest(${sql.param(unrecorded)}::text[]), ${holder}::text, now()`)
        .onConflictDoUpdate({
          target: mediaRemovals.key,
          set: { holder, claimedAt: sql`now()` },
          setWhere: isAbandoned,
        })
        .returning({ key: mediaRemovals.key })
      return claimed.map(({ key }) => key)
    })
  }

  async function removeBatch(keys: string[]): Promise<number> {
    const holder = randomUUID()
    const claimed = await claim(keys, holder)
    if (claimed.length === 0) return 0
    const deadline = performance.now() + REMOVING_MS
    let underWay: string | undefined
    let removed = 0
    try {
      for (const key of claimed) {
        if (performance.now() > deadline) break
        underWay = key
        await store.remove(key)
        underWay = undefined
        removed++
      }
    } catch (error) {
      if (wasAnswered(error)) underWay = undefined
      throw error
    } finally {
      // A removal whose request received no response may still be in progress at the store. A sweep finishes the removal once its claim
      // counts as abandoned.
      const ended = claimed.filter((key) => key !== underWay)
      // Claims are deleted without the connection pool: publications that wait for this removal may hold all connections of the pool.
      await longWork.query('delete from media_removals where holder = $1 and key = any($2)', [holder, ended])
    }
    return removed
  }

  /** Removes the given files if they have no database row. Waits for running publications, which may add rows. */
  async function removeUnrecorded(keys: string[]): Promise<number> {
    const all = [...new Set(keys)]
    let removed = 0
    for (let start = 0; start < all.length; start += BATCH) removed += await removeBatch(all.slice(start, start + BATCH))
    return removed
  }

  return {
    removeUnrecorded,

    /** Finishes the removals of crashed instances. */
    finishAbandoned: async (): Promise<number> => {
      const rows = await orm.select({ key: mediaRemovals.key }).from(mediaRemovals).where(isAbandoned)
      return removeUnrecorded(rows.map(({ key }) => key))
    },

    /** Waits until no instance is removing a file. The caller must hold the publication lock, so that no removal begins afterwards. */
    waitFor: async (transaction: Transaction, key: string): Promise<void> => {
      const isThis = eq(mediaRemovals.key, key)
      const deadline = performance.now() + WAIT_MS
      while ((await transaction.$count(mediaRemovals, isThis)) > 0) {
        await transaction.delete(mediaRemovals).where(and(isThis, isAbandoned))
        if (performance.now() > deadline) throw unavailable('The file is being removed', { retryAfterSeconds: RETRY_SECONDS })
        await sleep(POLL_MS)
      }
    },
  }
}

/** Returns whether an error, or its cause, is an error response from the bucket's service. */
function wasAnswered(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { $metadata, cause } = error as { $metadata?: { httpStatusCode?: number }; cause?: unknown }
  return $metadata?.httpStatusCode !== undefined || wasAnswered(cause)
}

const isAbandoned = sql`${mediaRemovals.claimedAt} < now() - ${ABANDONED}`

export async function withoutRow(connection: Pick<Transaction, 'select'>, keys: string[]): Promise<string[]> {
  const rows = await connection
    .select({ key: mediaFiles.key })
    .from(mediaFiles)
    .where(sql`${mediaFiles.key} = any(${sql.param(keys)}::text[])`)
  const recorded = new Set(rows.map((row) => row.key))
  return keys.filter((key) => !recorded.has(key))
}
