import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { type MediaRemovals, withoutRow } from './media-removals.ts'
import type { MediaStore } from './media-store.ts'
import { keepingAlive } from './publish-media.ts'
import { isPaired } from './store-pairing.ts'

type SweepDeps = {
  orm: Orm
  store: MediaStore
  removals: MediaRemovals
  tempRoot: string
  /** Number of this instance, which is the name of its temporary folder */
  instance: number
}

/** Removes leftovers of crashes: files without a database row, and temporary folders of instances that no longer run. */
export async function sweepMedia(deps: SweepDeps): Promise<{ files: number; folders: number }> {
  const { orm, store, removals } = deps
  // The pairing is checked again, since the store may have been replaced while the server runs.
  if (!(await isPaired(orm, store))) throw new Error('The media store was replaced after the start; nothing is swept')
  let files = await removals.finishAbandoned()
  for await (const keys of batchesOf(store.keys(), 1000)) {
    const suspects = await withoutRow(orm, keys)
    if (suspects.length > 0) files += await removals.removeUnrecorded(suspects)
  }
  await tidyStore(deps)
  return { files, folders: await sweepTempFolders(deps) }
}

/**
 * Removes leftovers of interrupted writes from the store while no publication runs. If the lock is lost, a publication storing a file may
 * fail, but no file is lost.
 */
function tidyStore({ orm, store }: Pick<SweepDeps, 'orm' | 'store'>) {
  return orm.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.media}::bigint)`)
    await keepingAlive(transaction, store.tidy())
  })
}

/** Removes temporary folders of ended instances. If a folder can't be removed, the sweep continues and throws the error at the end. */
async function sweepTempFolders({ orm, tempRoot, instance: own }: SweepDeps) {
  const failures: unknown[] = []
  let folders = 0
  for (const name of await readdir(tempRoot).catch(() => [])) {
    const instance = Number(name)
    if (instance === own || !Number.isInteger(instance)) continue
    const isGone = await removeWhenGone(orm, instance, join(tempRoot, name)).catch((error: unknown) => void failures.push(error))
    if (isGone) folders++
  }
  if (failures.length > 0) throw new AggregateError(failures, `Temporary folders that can’t be removed: ${failures.join('; ')}`)
  return folders
}

function removeWhenGone(orm: Orm, instance: number, folder: string): Promise<boolean> {
  return orm.transaction(async (transaction) => {
    // A running instance holds the lock of its instance number.
    const { rows } = await transaction.execute<{ gone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCKS.instance}::int, ${instance}::int) as gone`,
    )
    if (!rows[0]?.gone) return false
    await rm(folder, { recursive: true, force: true })
    return true
  })
}

async function* batchesOf<Item>(items: AsyncIterable<Item>, size: number) {
  let batch: Item[] = []
  for await (const item of items) {
    if (batch.push(item) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
