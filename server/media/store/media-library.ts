import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { createFileCopies } from './file-copies.ts'
import { mediaFiles } from './media.schema.ts'
import type { Audience } from './media-asset.ts'
import { createMediaRemovals } from './media-removals.ts'
import type { MediaStore } from './media-store.ts'
import { type Publication, type PublishOptions, publishMedia } from './publish-media.ts'
import { sweepMedia } from './sweep-media.ts'

export type StoredFile = { key: string; type: string; bytes: number; audience: Audience }
export type MediaLibrary = {
  store: MediaStore
  /** Folder for files that this instance is processing. If the instance is killed, a sweep removes the folder. */
  tempFolder: string
  requireFreeSpace: RequireFreeSpace
  open: () => Promise<unknown>
  close: () => Promise<void>
  /** Publishes files and database rows in one transaction. */
  publish: <Result>(work: (publication: Publication) => Promise<Result>, options?: PublishOptions) => Promise<Result>
  /** Calls `work` with a local copy of a file. @throws MissingMediaError */
  withCopy: <Result>(key: string, work: (path: string) => Promise<Result>) => Promise<Result>
  /** Returns a file with the widest audience of its database rows; undefined if the file has no row. */
  find: (key: string) => Promise<StoredFile | undefined>
  /** Returns the number and total size of stored files. A file that several assets share counts once. */
  usage: () => Promise<{ files: number; bytes: number }>
  /** Removes leftovers of crashes: files without a database row, and temporary folders of instances that no longer run. */
  sweep: () => Promise<{ files: number; folders: number }>
}

/** Media library of the catalogue: the store has the contents of files, and the database has a row for each file. */
export function createMediaLibrary(deps: {
  database: Pick<Database, 'orm' | 'longWork' | 'controlConnection'>
  store: MediaStore
  tempRoot: string
  requireFreeSpace: RequireFreeSpace
  /** Called if removing files fails after a publication; the next sweep removes these files */
  onError: (error: unknown) => void
}): MediaLibrary {
  const { database, store, tempRoot, requireFreeSpace, onError } = deps
  const { orm, controlConnection } = database
  const tempFolder = join(tempRoot, String(controlConnection.instance))
  const removals = createMediaRemovals(database, store)
  const copies = createFileCopies({ store, folder: tempFolder, requireFreeSpace })

  return {
    store,
    tempFolder,
    requireFreeSpace,
    open: () => mkdir(tempFolder, { recursive: true, mode: 0o700 }),
    close: () => rm(tempFolder, { recursive: true, force: true }),
    publish: (work, options) => publishMedia({ orm, store, removals, onError }, work, options),
    withCopy: copies.use,

    sweep: () => sweepMedia({ orm, store, removals, tempRoot, instance: controlConnection.instance }),

    find: async (key) => {
      const rows = await orm.select().from(mediaFiles).where(eq(mediaFiles.key, key))
      return rows.find((row) => row.audience === 'public') ?? rows.find((row) => row.audience === 'owners') ?? rows[0]
    },

    usage: async () => {
      const { rows } = await orm.execute<{ files: number; bytes: string }>(sql`
        select count(*)::int as files, coalesce(sum(bytes), 0) as bytes from (select distinct key, bytes from ${mediaFiles}) as file
      `)
      return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0) }
    },
  }
}
