import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { Database } from '#server/platform/database/database.ts'
import { flushToDisk } from '#server/platform/files/durable-files.ts'
import type { MediaStore } from '#server/platform/media/store/media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { CHECKSUMS, checksumLine, FORMAT, MANIFEST, type Manifest, mediaEntry, tableEntry } from './archive-format.ts'
import { counted, createHashingStream } from './digesting.ts'
import { takeSnapshot, unusableFile } from './snapshot.ts'
import { dumpTables } from './tables.ts'

const CHUNK_BYTES = 256 * 1024
/** It contains password digests, messages of visitors and files that are sold. */
const PRIVATE_FILE = 0o600

type BackupOptions = {
  database: Database
  store: MediaStore
  /** On the file system of the media; it is removed */
  workFolder: string
  output: string
  version: string
  signal?: AbortSignal
  /** Called when the snapshot is taken, and awaited */
  onHeld?: (manifest: Manifest) => void | Promise<void>
  onBytes?: (bytes: number) => void
}

/**
 * Writes one archive of a snapshot of the database and the media, while apps go on publishing and deleting. The file gets its name when it
 * is complete and durable.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { database, store, workFolder, output, version, signal, onHeld } = options
  await mkdir(dirname(output), { recursive: true })
  refuseExisting(output)
  const unfinished = `${output}.unfinished`
  const mediaFolder = join(workFolder, 'held')
  let begun = false
  try {
    const createdAt = new Date().toISOString()
    const { client, end, migrations, media, ...snapshot } = await takeSnapshot(database, store, mediaFolder, signal)
    const tables = await dumpTables(client, snapshot.tables, workFolder, signal).finally(end)
    const manifest: Manifest = { product: 'lectern', format: FORMAT, version, createdAt, migrations, tables, media }
    await onHeld?.(manifest)
    await requireSpace(dirname(output), manifest)
    refuseExisting(unfinished)
    begun = true
    await writeArchive(unfinished, manifest, mediaFolder, options)
    await rename(unfinished, output)
    await flushFolder(dirname(output))
    return manifest
  } finally {
    if (begun) await rm(unfinished, { force: true })
    await rm(workFolder, { recursive: true, force: true })
  }
}

function refuseExisting(path: string) {
  if (existsSync(path)) throw new CommandError(`${path} is there already. Remove it, or choose another name.`)
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

/** Writes an archive of the two folders to a new file, durably. */
async function writeArchive(path: string, manifest: Manifest, mediaFolder: string, { workFolder, signal, onBytes }: BackupOptions) {
  const archive = pack()
  const sums: string[] = []
  // Streams of `streamx`, which work with Node's, but have other types.
  const openEntry = (name: string, size: number) => archive.entry({ ...heading, name, size }) as unknown as NodeJS.WritableStream
  const heading = { mode: PRIVATE_FILE, mtime: new Date(manifest.createdAt) }

  async function addText(name: string, text: string) {
    const digesting = createHashingStream()
    const content = Buffer.from(text)
    await pipeline(Readable.from([content]), digesting.through, openEntry(name, content.length))
    sums.push(checksumLine(digesting.result().sha256, name))
  }

  async function addFile(name: string, file: string) {
    const digesting = createHashingStream()
    const { size } = await stat(file)
    const content = counted(createReadStream(file, { highWaterMark: CHUNK_BYTES }), onBytes)
    await pipeline(content, digesting.through, openEntry(name, size))
    const { sha256 } = digesting.result()
    sums.push(checksumLine(sha256, name))
    return sha256
  }

  async function fill() {
    await addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    for (const table of manifest.tables) await addFile(tableEntry(table), join(workFolder, tableEntry(table)))
    for (const key of (await readdir(mediaFolder)).sort()) {
      // The key is the hash of the original content, which the disk may have damaged.
      const sha256 = await addFile(mediaEntry(key), join(mediaFolder, key))
      if (sha256 !== key.slice(0, 64)) throw unusableFile(key, 'is damaged on the disk')
    }
    await addText(CHECKSUMS, sums.join(''))
    archive.finalize()
  }

  const target = createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE, flush: true })
  const written = pipeline(archive, target, { signal })
  // An error on either side ends both, and `written` rejects with it.
  await Promise.all([written, fill().catch((error) => archive.destroy(error))])
}
