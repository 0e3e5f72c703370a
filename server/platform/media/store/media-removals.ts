import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { unavailable } from '#server/platform/problems.ts'
import { mediaFiles, mediaRemovals } from './media.schema.ts'
import type { MediaStore } from './media-store.ts'

/** So many files are claimed at a time. */
const BATCH = 1000
/** An app begins no removal longer after its claim than this … */
const REMOVING_MS = 60_000
/** … and after so long, none that it began is under way: a request to a bucket is given up after a minute and a half. */
const ABANDONED = sql`interval '5 minutes'`
/** How long a publication waits for the removal of a file that it wants to store again. */
const WAIT_MS = 2000
const POLL_MS = 50
const RETRY_SECONDS = 10

/**
 * Removes stored files that no row names, while this app and others publish. No lock could keep publications out: it would end with its
 * connection, and a request to the store go on. A removal is therefore written down first, and who publishes the same file waits for it.
 */
export function createMediaRemovals({ orm, longWork }: Pick<Database, 'orm' | 'longWork'>, store: Pick<MediaStore, 'remove'>) {
  /** Claims those of the files that have no row, once no publication runs that may add one. None while a backup reads. */
  function claim(keys: string[], holder: string): Promise<string[]> {
    return orm.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.media}::bigint)`)
      // A backup that is reading from the bucket may have them; a later sweep removes them.
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
      // One that nobody answered may still be under way at the store. A sweep finishes it when the claim counts as abandoned.
      const ended = claimed.filter((key) => key !== underWay)
      // Not by the pool, whose connections may all be taken by publications that wait for this.
      await longWork.query('delete from media_removals where holder = $1 and key = any($2)', [holder, ended])
    }
    return removed
  }

  /** Removes those of the files that have no row. Waits for running publications, which may add rows. */
  async function removeUnrecorded(keys: string[]): Promise<number> {
    const all = [...new Set(keys)]
    let removed = 0
    for (let start = 0; start < all.length; start += BATCH) removed += await removeBatch(all.slice(start, start + BATCH))
    return removed
  }

  return {
    removeUnrecorded,

    /** Finishes removals of apps that died. */
    finishAbandoned: async (): Promise<number> => {
      const rows = await orm.select({ key: mediaRemovals.key }).from(mediaRemovals).where(isAbandoned)
      return removeUnrecorded(rows.map(({ key }) => key))
    },

    /** Waits until nobody removes the file. Called with the publications' lock, so that no removal begins afterwards. */
    waitFor: async (transaction: Transaction, key: string): Promise<void> => {
      const isThis = eq(mediaRemovals.key, key)
      const deadline = performance.now() + WAIT_MS
      while ((await transaction.$count(mediaRemovals, isThis)) > 0) {
        await transaction.delete(mediaRemovals).where(and(isThis, isAbandoned))
        if (performance.now() > deadline) throw unavailable('The same file is being removed', { retryAfterSeconds: RETRY_SECONDS })
        await sleep(POLL_MS)
      }
    },
  }
}

/** Whether an error is the answer of a bucket's service, alone or as the cause of another one. */
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
