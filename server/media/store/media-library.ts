import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { createFileCopies } from './file-copies.ts'
import { mediaAssets, mediaFiles } from './media.schema.ts'
import type { Audience, PreparedAsset, PreparedFile } from './media-asset.ts'
import { createMediaRemovals, withoutRow } from './media-removals.ts'
import type { MediaStore } from './media-store.ts'
import { isPaired } from './store-pairing.ts'

/** Interval of the statements that keep a transaction alive. */
const BEAT_MS = 3000

/** Media changes of a publication, in one transaction with the publication's own rows. */
export type Publication = {
  transaction: Transaction
  /** Stores the files with their rows and returns the asset's id. `audience` applies to the original PDF or recording. */
  add: (asset: PreparedAsset, audience?: Audience) => Promise<string>
  addFile: (assetId: string, file: PreparedFile, audience?: Audience) => Promise<void>
  setAudience: (assetId: string, audience: Audience) => Promise<void>
  /** Deletes an asset and the assets derived from its files; all their files are removed after the commit. */
  drop: (assetId: string) => Promise<void>
}

export type StoredFile = { key: string; type: string; bytes: number; audience: Audience }
export type MediaLibrary = ReturnType<typeof createMediaLibrary>

/** Media library of the catalogue: file contents in the store, and a row for each file in the database. */
export function createMediaLibrary({
  database,
  store,
  tempRoot,
  requireFreeSpace,
  onError,
}: {
  database: Pick<Database, 'orm' | 'longWork' | 'controlConnection'>
  store: MediaStore
  tempRoot: string
  requireFreeSpace: RequireFreeSpace
  /** Called with errors of removals after a publication; the next sweep removes these files */
  onError: (error: unknown) => void
}) {
  const { orm, controlConnection } = database
  const tempFolder = join(tempRoot, String(controlConnection.instance))
  const removals = createMediaRemovals(database, store)
  const { removeUnrecorded } = removals
  const copies = createFileCopies({ store, folder: tempFolder, requireFreeSpace })

  async function publish<Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> {
    const dropped: string[] = []
    const stored: string[] = []
    const addFile = async (transaction: Transaction, assetId: string, { path, ...file }: PreparedFile, audience: Audience) => {
      stored.push(file.key)
      await removals.waitFor(transaction, file.key)
      await keepingAlive(transaction, store.put({ key: file.key, path }))
      // Two archives of an asset can have identical content.
      await transaction
        .insert(mediaFiles)
        .values({ assetId, ...file, audience })
        .onConflictDoNothing()
    }
    const drop = async (transaction: Transaction, assetId: string): Promise<void> => {
      const files = await transaction.select({ key: mediaFiles.key }).from(mediaFiles).where(eq(mediaFiles.assetId, assetId))
      const keys = files.map((file) => file.key)
      dropped.push(...keys)
      await transaction.delete(mediaAssets).where(eq(mediaAssets.id, assetId))
      const gone = await withoutRow(transaction, keys)
      const derived = await transaction.select({ id: mediaAssets.id }).from(mediaAssets).where(inArray(mediaAssets.derivedFrom, gone))
      for (const { id } of derived) await drop(transaction, id)
    }
    const publication = orm.transaction(async (transaction) => {
      // While this lock is held in shared mode, no removal begins, so that a file may be stored before its row is committed.
      await transaction.execute(sql`select pg_advisory_xact_lock_shared(${LOCKS.media}::bigint)`)
      return work({
        transaction,
        add: async (asset, audience = 'nobody') => {
          const id = uuidv7()
          const derivedFrom = 'derivedFrom' in asset ? asset.derivedFrom : null
          await transaction.insert(mediaAssets).values({ id, kind: asset.kind, details: asset.details, derivedFrom })
          for (const file of uniqueFiles(asset.files)) await addFile(transaction, id, file, audienceOf(asset, file, audience))
          return id
        },
        addFile: (assetId, file, audience = 'public') => addFile(transaction, assetId, file, audience),
        setAudience: async (assetId, audience) => {
          await transaction
            .update(mediaFiles)
            .set({ audience })
            .where(sql`${mediaFiles.assetId} = ${assetId} and ${mediaFiles.role} = 'original'`)
        },
        drop: (assetId) => drop(transaction, assetId),
      })
    })
    const result = await publication.catch(async (error) => {
      // On a full disk, files of a failed publication must not wait for the sweep.
      if (stored.length > 0) await removeUnrecorded(stored).catch(onError)
      throw error
    })
    if (dropped.length > 0) await removeUnrecorded(dropped).catch(onError)
    return result
  }

  return {
    store,
    /** Folder for files that this app is processing; if the app is killed, a sweep removes the folder. */
    tempFolder,
    requireFreeSpace,
    open: () => mkdir(tempFolder, { recursive: true, mode: 0o700 }),
    close: () => rm(tempFolder, { recursive: true, force: true }),
    publish,
    withCopy: copies.use,

    /** Returns the file with the widest audience of its rows; undefined if it has no row. */
    find: async (key: string): Promise<StoredFile | undefined> => {
      const rows = await orm.select().from(mediaFiles).where(eq(mediaFiles.key, key))
      return rows.find((row) => row.audience === 'public') ?? rows.find((row) => row.audience === 'owners') ?? rows[0]
    },

    /** Returns the number and total size of files; a file that two assets share counts once. */
    usage: async (): Promise<{ files: number; bytes: number }> => {
      const { rows } = await orm.execute<{ files: number; bytes: string }>(sql`
        select count(*)::int as files, coalesce(sum(bytes), 0) as bytes from (select distinct key, bytes from ${mediaFiles}) as file
      `)
      return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0) }
    },

    /** Removes leftovers of crashes: files without a row, and temporary folders of apps that no longer run. */
    sweep: async (): Promise<{ files: number; folders: number }> => {
      // The store may have been replaced since the start.
      if (!(await isPaired(orm, store))) throw new Error('The media store was replaced after the start; nothing is swept')
      let files = await removals.finishAbandoned()
      for await (const keys of batchesOf(store.keys(), 1000)) {
        const suspects = await withoutRow(orm, keys)
        if (suspects.length > 0) files += await removeUnrecorded(suspects)
      }
      await tidyStore()
      return { files, folders: await sweepTempFolders() }
    },
  }

  /** Tidies the store while no publication runs. If the lock is lost, a publication storing a file may fail, but no file is lost. */
  function tidyStore() {
    return orm.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.media}::bigint)`)
      await keepingAlive(transaction, store.tidy())
    })
  }

  /** Removes temporary folders of ended apps. A folder that can't be removed doesn't stop the others; its error is thrown at the end. */
  async function sweepTempFolders() {
    const failures: unknown[] = []
    let folders = 0
    for (const name of await readdir(tempRoot).catch(() => [])) {
      const instance = Number(name)
      if (instance === controlConnection.instance || !Number.isInteger(instance)) continue
      const isGone = await removeWhenGone(instance, join(tempRoot, name)).catch((error: unknown) => void failures.push(error))
      if (isGone) folders++
    }
    if (failures.length > 0) throw new AggregateError(failures, `Temporary folders that can’t be removed: ${failures.join('; ')}`)
    return folders
  }

  function removeWhenGone(instance: number, folder: string): Promise<boolean> {
    return orm.transaction(async (transaction) => {
      // A running app holds the lock of its instance number.
      const { rows } = await transaction.execute<{ gone: boolean }>(
        sql`select pg_try_advisory_xact_lock(${LOCKS.instance}::int, ${instance}::int) as gone`,
      )
      if (!rows[0]?.gone) return false
      await rm(folder, { recursive: true, force: true })
      return true
    })
  }
}

/** Keeps a transaction alive: large files take minutes to upload, and PostgreSQL ends a transaction that is idle for ten seconds. */
async function keepingAlive(transaction: Transaction, work: Promise<void>) {
  let asking: Promise<void> | undefined
  const ask = async () => {
    // After a failure, the next statement of the transaction fails too.
    await transaction.execute(sql`select 1`).catch(() => undefined)
    asking = undefined
  }
  const timer = setInterval(() => {
    asking ??= ask()
  }, BEAT_MS)
  try {
    await work
  } finally {
    clearInterval(timer)
    await asking
  }
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

/** Removes duplicates: two renditions of a plain image can have identical content. */
function uniqueFiles(files: PreparedFile[]) {
  return [...new Map(files.map((file) => [`${file.key} ${file.role}`, file])).values()]
}

/** Returns the audience of a file. The original of an image still contains the camera's metadata, so only the server may read it. */
function audienceOf(asset: PreparedAsset, file: PreparedFile, original: Audience): Audience {
  if (file.role !== 'original') return 'public'
  return asset.kind === 'image' ? 'nobody' : original
}
