import { access, mkdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { flushToDisk } from '#server/platform/files/durable-files.ts'
import type { MediaStore } from '#server/platform/media/store/media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { FORMAT, type Manifest } from './archive-format.ts'
import { dumpTables } from './dump-tables.ts'
import { takeSnapshot } from './snapshot.ts'
import { writeArchive } from './write-archive.ts'

/**
 * Writes one archive of a snapshot of the database and the media, while apps go on publishing and deleting. The file gets its name when it
 * is complete and durable.
 * @param workFolder on the file system of the media; it is removed
 * @param onHeld called when the snapshot is taken, and awaited
 */
export async function writeBackup({
  database,
  store,
  workFolder,
  output,
  version,
  signal,
  onHeld,
  onBytes,
}: {
  database: Database
  store: MediaStore
  workFolder: string
  output: string
  version: string
  signal?: AbortSignal
  onHeld?: (manifest: Manifest) => void | Promise<void>
  onBytes?: (bytes: number) => void
}): Promise<Manifest> {
  await mkdir(dirname(output), { recursive: true })
  await refuseExisting(output)
  const unfinished = `${output}.unfinished`
  const mediaFolder = join(workFolder, 'held')
  let begun = false
  try {
    const createdAt = new Date().toISOString()
    const snapshot = await takeSnapshot(database, store, mediaFolder, signal)
    const tables = await dumpTables(snapshot, workFolder, signal).finally(snapshot.end)
    const { migrations, media } = snapshot
    const manifest: Manifest = { product: 'lectern', format: FORMAT, version, createdAt, migrations, tables, media }
    await onHeld?.(manifest)
    await requireSpace(dirname(output), manifest)
    await refuseExisting(unfinished)
    begun = true
    await writeArchive(unfinished, { manifest, dumpFolder: workFolder, mediaFolder, signal, onBytes })
    await rename(unfinished, output)
    await flushFolder(dirname(output))
    return manifest
  } finally {
    if (begun) await rm(unfinished, { force: true })
    await rm(workFolder, { recursive: true, force: true })
  }
}

async function refuseExisting(path: string) {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new CommandError(`${path} is there already. Remove it, or choose another name.`)
}

/** Checks early, although the disk may still fill up during the backup. */
async function requireSpace(folder: string, { tables, media }: Manifest) {
  const needed = tables.reduce((sum, { bytes }) => sum + bytes, media.bytes)
  const { bavail, bsize } = await statfs(folder)
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  if (bavail * bsize < needed)
    throw new CommandError(`The backup needs ${megabytes(needed)}, and ${folder} has ${megabytes(bavail * bsize)} left.`)
}

async function flushFolder(folder: string) {
  await flushToDisk(folder).catch((error: NodeJS.ErrnoException) => {
    // Some network and in-memory file systems can't flush a folder; the file itself is safe.
    if (!['EINVAL', 'ENOTSUP'].includes(error.code ?? '')) throw error
  })
}
