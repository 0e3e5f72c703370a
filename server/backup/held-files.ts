import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ClientBase } from 'pg'
import { type MediaStore, MissingMediaError } from '#server/media/store/media-store.ts'
import { DamagedMediaError, readVerified } from '#server/media/store/read-verified.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { CommandError } from '#server/platform/problems.ts'
import { KEPT_FILES } from './tables.ts'

export type RecordedFile = { key: string; bytes: number }

type ReadFile = (file: RecordedFile) => AsyncIterable<Buffer>

/** Media files of a snapshot, which stay readable during the backup even if the site removes them. */
export type HeldFiles = { files: RecordedFile[]; contents: () => AsyncIterable<{ file: RecordedFile; content: AsyncIterable<Buffer> }> }

const BATCH = 1000
const CHUNK_BYTES = 256 * 1024
/** Number of small files that are prefetched from a bucket, which takes longer to start a response than to send a picture. */
const AHEAD = 16
const SMALL_BYTES = 1024 ** 2

/**
 * Keeps every file of the database snapshot readable. Files of a media folder get a hard link in `folder`. Files of a bucket are not
 * copied; removals from the bucket are postponed until the connection of `client` is closed.
 */
export async function holdFiles(client: ClientBase, store: MediaStore, folder: string, signal?: AbortSignal): Promise<HeldFiles> {
  const files: RecordedFile[] = []
  const { link } = store
  if (link) await mkdir(folder, { recursive: true, mode: 0o700 })
  else await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.backup])
  for await (const batch of recordedFiles(client)) {
    if (link) await Promise.all(batch.map(({ key }) => link(key, join(folder, key)).catch(explain(key))))
    files.push(...batch)
    signal?.throwIfAborted()
  }
  const linked: Pick<MediaStore, 'open'> = {
    open: async (key, range) => createReadStream(join(folder, key), { ...range, highWaterMark: CHUNK_BYTES }),
  }
  return { files, contents: () => (link ? inTurn(files, (file) => read(linked, file)) : fetchAhead(files, (file) => read(store, file))) }
}

async function* inTurn(files: RecordedFile[], readFile: ReadFile) {
  for (const file of files) yield { file, content: readFile(file) }
}

async function* fetchAhead(files: RecordedFile[], readFile: ReadFile) {
  const fetching = new Map<string, Promise<Buffer>>()
  for (const [index, file] of files.entries()) {
    for (const next of files.slice(index, index + AHEAD)) {
      if (next.bytes > SMALL_BYTES || fetching.has(next.key)) continue
      const content = buffer(readFile(next))
      // Rejections of prefetched files are reported when the files are written to the archive.
      content.catch(() => undefined)
      fetching.set(next.key, content)
    }
    const fetched = fetching.get(file.key)
    fetching.delete(file.key)
    yield { file, content: fetched ? whole(await fetched) : readFile(file) }
  }
}

async function* whole(content: Buffer) {
  yield content
}

async function* read(from: Pick<MediaStore, 'open'>, file: RecordedFile) {
  try {
    yield* readVerified(from, file)
  } catch (error) {
    explain(file.key)(error)
  }
}

/** Returns an error handler that names a missing or damaged file: a backup without it would restore a book that can't be opened. */
function explain(key: string) {
  return (error: unknown): never => {
    const state = error instanceof MissingMediaError ? 'missing' : error instanceof DamagedMediaError ? 'damaged' : undefined
    if (!state) throw error
    throw new CommandError(
      `The stored file ${key} is ${state}. Restore it from an older backup, or upload it again with its book, episode or author. Then start the backup again.`,
    )
  }
}

/** Lists the stored files with a database row in batches, each file once. Derived files, such as renditions, are not listed. */
export async function* recordedFiles(client: ClientBase): AsyncGenerator<RecordedFile[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const { rows }: { rows: { key: string; bytes: string }[] } = await client.query(
      `select key, max(bytes) as bytes from media_files where key > $1 and ${KEPT_FILES} group by key order by key limit $2`,
      [last, BATCH],
    )
    yield rows.map(({ key, bytes }) => ({ key, bytes: Number(bytes) }))
    last = rows.at(-1)?.key
  }
}
