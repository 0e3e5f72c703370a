import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS, WAIT_FOR_LOCKS } from '#server/platform/database/locks.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { mediaAssets, mediaFiles } from './media.schema.ts'
import type { Audience, PreparedAsset, PreparedFile } from './media-asset.ts'
import { type MediaRemovals, withoutRow } from './media-removals.ts'
import type { MediaStore } from './media-store.ts'

/** Interval of the statements that keep a transaction alive. */
const BEAT_MS = 3000

/** Media changes of a publication, in one transaction with the caller's own database changes. */
export type Publication = {
  transaction: Transaction
  /** Stores the files with their rows and returns the asset's id. `audience` applies to the original PDF or recording; imports state the id. */
  add: (asset: PreparedAsset, audience?: Audience, id?: string) => Promise<string>
  addFile: (assetId: string, file: PreparedFile, audience?: Audience) => Promise<void>
  setAudience: (assetId: string, audiences: { original: Audience; preview: Audience }) => Promise<void>
  /** Deletes the files of an asset in a role; they are removed from the store after the commit. */
  dropFiles: (assetId: string, role: PreparedFile['role']) => Promise<void>
  /** Deletes an asset and the assets derived from its files; the files are removed from the store after the commit. */
  drop: (assetId: string) => Promise<void>
  /** Records that something public is withdrawn, so that no cached response from before is served again */
  withdraw: () => void
}

type PublishDeps = {
  orm: Orm
  store: MediaStore
  removals: MediaRemovals
  /** Called if removing files fails after a publication; the next sweep removes these files */
  onError: (error: unknown) => void
}

export type PublishOptions = {
  /** Whether the transaction waits longer for locks, as `WAIT_FOR_LOCKS` sets */
  waitsForLocks?: boolean
  /** Called within the transaction after the work, with whether something public was withdrawn */
  beforeCommit?: (transaction: Transaction, withdraws: boolean) => Promise<void>
}

/** Runs `work` in a transaction. New files are stored before the commit, replaced files removed afterwards; a failure removes new files. */
export async function publishMedia<Result>(
  { orm, store, removals, onError }: PublishDeps,
  work: (publication: Publication) => Promise<Result>,
  { waitsForLocks = false, beforeCommit }: PublishOptions = {},
): Promise<Result> {
  const dropped: string[] = []
  const stored: string[] = []
  const addFile = async (transaction: Transaction, assetId: string, { path, ...file }: PreparedFile, audience: Audience) => {
    stored.push(file.key)
    await removals.waitFor(transaction, file.key)
    await keepingAlive(transaction, store.put({ key: file.key, path }))
    // A conflicting row is ignored, since two image packs of an asset can have identical content.
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
    if (waitsForLocks) await transaction.execute(WAIT_FOR_LOCKS)
    // No removal begins while this lock is held in shared mode, so a file may be stored before its row is committed.
    await transaction.execute(sql`select pg_advisory_xact_lock_shared(${LOCKS.media}::bigint)`)
    let withdraws = false
    const result = await work({
      transaction,
      add: async (asset, audience = 'nobody', id = uuidv7()) => {
        const derivedFrom = 'derivedFrom' in asset ? asset.derivedFrom : null
        await transaction.insert(mediaAssets).values({ id, kind: asset.kind, details: asset.details, derivedFrom })
        for (const file of uniqueFiles(asset.files)) await addFile(transaction, id, file, audienceOf(asset, file, audience))
        return id
      },
      addFile: (assetId, file, audience = 'public') => addFile(transaction, assetId, file, audience),
      setAudience: async (assetId, audiences) => {
        for (const role of ['original', 'preview'] as const) {
          const audience = audiences[role]
          const changed = await transaction
            .update(mediaFiles)
            .set({ audience })
            .where(and(eq(mediaFiles.assetId, assetId), eq(mediaFiles.role, role), ne(mediaFiles.audience, audience)))
            .returning({ key: mediaFiles.key })
          withdraws ||= changed.length > 0 && audience !== 'public'
        }
      },
      dropFiles: async (assetId, role) => {
        const ofRole = and(eq(mediaFiles.assetId, assetId), eq(mediaFiles.role, role))
        const files = await transaction.delete(mediaFiles).where(ofRole).returning({ key: mediaFiles.key })
        dropped.push(...files.map(({ key }) => key))
      },
      drop: (assetId) => drop(transaction, assetId),
      withdraw: () => {
        withdraws = true
      },
    })
    await beforeCommit?.(transaction, withdraws)
    return result
  })
  const result = await publication.catch(async (error) => {
    // Files of a failed publication are removed immediately, since a full disk needs the space before the next sweep. If the bucket failed,
    // the sweep removes the files: the publication is soon retried, and would wait for unanswered removals of its own files.
    const isRetried = error instanceof ProblemError && error.status === 503
    if (stored.length > 0 && !isRetried) await removals.removeUnrecorded(stored).catch(onError)
    throw error
  })
  if (dropped.length > 0) await removals.removeUnrecorded(dropped).catch(onError)
  return result
}

/** Keeps a transaction alive: large files take minutes to upload, and PostgreSQL ends a transaction that is idle for ten seconds. */
export async function keepingAlive(transaction: Transaction, work: Promise<void>) {
  let asking: Promise<void> | undefined
  const ask = async () => {
    // An error from a failed transaction is ignored here, since the next statement of the transaction reports it as well.
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

/** Removes duplicates: two renditions of a plain image can have identical content. */
function uniqueFiles(files: PreparedFile[]) {
  return [...new Map(files.map((file) => [`${file.key} ${file.role}`, file])).values()]
}

/** Returns the audience of a file. The original of an image still contains the camera's metadata, so only the server may read it. */
function audienceOf(asset: PreparedAsset, file: PreparedFile, original: Audience): Audience {
  if (file.role !== 'original') return 'public'
  return asset.kind === 'image' ? 'nobody' : original
}
