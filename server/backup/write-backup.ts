import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { MediaStore } from '#server/media/store/media-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { flushToDisk } from '#server/platform/files/durable-files.ts'
import { CommandError } from '#server/platform/problems.ts'
import { CHECKSUMS, checksumLine, FORMAT, MANIFEST, type Manifest, mediaEntry, tableEntry } from './archive-format.ts'
import { counted, createHashingStream } from './hashing-stream.ts'
import { type HeldFiles, holdFiles } from './held-files.ts'
import { readMigrations } from './schema-state.ts'
import { dumpTables, listTables, qualifiedName } from './tables.ts'

const CHUNK_BYTES = 256 * 1024
/** File mode of a backup, which contains password digests, messages of visitors and files that are sold. */
const PRIVATE_FILE = 0o600

type BackupOptions = {
  database: Database
  store: MediaStore
  /** Folder on the file system of the media folder; removed after the backup */
  workFolder: string
  output: string
  version: string
  signal?: AbortSignal
  /** Callback that is awaited once the snapshot is complete */
  onHeld?: (manifest: Manifest) => void | Promise<void>
  onBytes?: (bytes: number) => void
}

/**
 * Writes a snapshot of the database and the media to one archive, while instances continue to publish and delete. The file gets its final
 * name once it is complete and flushed to disk.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { database, store, workFolder, output, version, signal, onHeld } = options
  await mkdir(dirname(output), { recursive: true })
  refuseExisting(output)
  const unfinished = `${output}.unfinished`
  let begun = false
  let snapshot: Awaited<ReturnType<typeof takeSnapshot>> | undefined
  try {
    const createdAt = new Date().toISOString()
    snapshot = await takeSnapshot(database, store, join(workFolder, 'held'), signal)
    const { client, migrations, media } = snapshot
    const tables = await dumpTables(client, snapshot.tables, workFolder, signal)
    // The transaction of the snapshot ends before the files are copied, so that migrations and autovacuum don't wait for the files.
    await client.query('commit')
    const totals = { files: media.files.length, bytes: media.files.reduce((sum, { bytes }) => sum + bytes, 0) }
    const manifest: Manifest = { product: 'lectern', format: FORMAT, version, createdAt, migrations, tables, media: totals }
    await onHeld?.(manifest)
    await requireSpace(dirname(output), manifest)
    refuseExisting(unfinished)
    begun = true
    await writeArchive(unfinished, manifest, media, options)
    await rename(unfinished, output)
    await flushFolder(dirname(output))
    return manifest
  } finally {
    snapshot?.end()
    if (begun) await rm(unfinished, { force: true })
    await rm(workFolder, { recursive: true, force: true })
  }
}

function refuseExisting(path: string) {
  if (existsSync(path)) throw new CommandError(`${path} already exists. Remove it, or choose another name.`)
}

/** Throws early if the disk lacks space for the backup, although the disk may still fill up later. */
async function requireSpace(folder: string, { tables, media }: Manifest) {
  const needed = tables.reduce((sum, { bytes }) => sum + bytes, media.bytes)
  const { bavail, bsize } = await statfs(folder)
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  if (bavail * bsize < needed)
    throw new CommandError(`The backup needs ${megabytes(needed)}, but ${folder} has only ${megabytes(bavail * bsize)} free.`)
}

async function flushFolder(folder: string) {
  await flushToDisk(folder).catch((error: NodeJS.ErrnoException) => {
    // Some network and in-memory file systems can't flush a folder; the file itself is safe.
    if (!['EINVAL', 'ENOTSUP'].includes(error.code ?? '')) throw error
  })
}

/** Writes the dumped tables and the files to a new archive, and flushes it to disk. */
async function writeArchive(path: string, manifest: Manifest, media: HeldFiles, { workFolder, signal, onBytes }: BackupOptions) {
  const archive = pack()
  const sums: string[] = []
  const heading = { mode: PRIVATE_FILE, mtime: new Date(manifest.createdAt) }

  async function add(name: string, size: number, content: AsyncIterable<Buffer>) {
    const hashing = createHashingStream()
    // An entry of the archive is a `streamx` stream, which is compatible with Node's streams but has another type.
    const entry = archive.entry({ ...heading, name, size }) as unknown as NodeJS.WritableStream
    await pipeline(content, hashing.through, entry)
    sums.push(checksumLine(hashing.result().sha256, name))
  }

  async function addText(name: string, text: string) {
    const content = Buffer.from(text)
    await add(name, content.length, Readable.from([content]))
  }

  async function fill() {
    await addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    for (const table of manifest.tables) {
      const content = createReadStream(join(workFolder, tableEntry(table)), { highWaterMark: CHUNK_BYTES })
      await add(tableEntry(table), table.bytes, counted(content, onBytes))
    }
    for await (const { file, content } of media.contents()) await add(mediaEntry(file.key), file.bytes, counted(content, onBytes))
    await addText(CHECKSUMS, sums.join(''))
    archive.finalize()
  }

  const target = createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE, flush: true })
  const written = pipeline(archive, target, { signal })
  // An error in the archive or in the output file ends both streams, and `written` rejects with that error.
  await Promise.all([written, fill().catch((error) => archive.destroy(error))])
}

/**
 * Takes a snapshot of the catalogue: a transaction for the rows, and a hold on each file. The media lock prevents removals only until all
 * files are held, so that publications don't wait for the backup.
 */
async function takeSnapshot({ longWork }: Database, store: MediaStore, folder: string, signal?: AbortSignal) {
  const client = await longWork.connect()
  // Closes the connection, which ends the transaction and releases all locks.
  const end = () => client.release(true)
  try {
    // Text formats are set explicitly, independent of the server's settings.
    await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3`)
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.migration])
    const tables = await listTables(client)
    if (!tables.some(({ name }) => name === 'media_files')) throw new CommandError('The database has no catalogue to back up.')
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.media])
    await client.query('begin isolation level repeatable read read only')
    // The table locks make migrations wait for the end of the backup; instances with nothing to migrate can start.
    await client.query(`lock table ${tables.map(qualifiedName).join(', ')} in access share mode`)
    // The first query of the transaction fixes its snapshot.
    const migrations = await readMigrations(client)
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.migration])
    const media = await holdFiles(client, store, folder, signal)
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.media])
    return { client, tables, migrations, media, end }
  } catch (error) {
    end()
    throw error
  }
}
