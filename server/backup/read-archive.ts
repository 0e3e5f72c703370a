import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { isMediaKey } from '#server/media/store/media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import {
  CHECKSUMS,
  checksumLine,
  damagedBackup,
  MANIFEST,
  type Manifest,
  mediaEntry,
  parseManifest,
  type TableDump,
  tableEntry,
} from './archive-format.ts'
import { createHashingStream } from './hashing-stream.ts'
import { requireKnownMigrations } from './schema-state.ts'

type Entry = AsyncIterable<Buffer> & { header: { name: string; size: number; type: string } }
type Content = AsyncIterable<Buffer>

/** Callbacks for the parts of an archive, called in order. Reading damaged content to its end throws. */
type ArchiveVisitor = {
  manifest: (manifest: Manifest) => void | Promise<void>
  table: (table: TableDump, content: Content) => Promise<void>
  file: (key: string, content: Content) => Promise<void>
}

const CHUNK_BYTES = 256 * 1024
const MAX_TEXT_BYTES = 64 * 1024 ** 2

/** Reads an archive. Throws a CommandError if a part is missing, unexpected or does not match its checksum. */
export async function readArchive(path: string, visitor: ArchiveVisitor, signal?: AbortSignal): Promise<void> {
  const entries = extract()
  let problem: NodeJS.ErrnoException | undefined
  const feeding = pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), entries, { signal }).catch((error) => {
    problem = error
  })
  try {
    await readParts(entries as AsyncIterable<unknown> as AsyncIterable<Entry>, visitor)
    await feeding
    if (problem) throw problem
  } catch (error) {
    entries.destroy()
    await feeding
    // A premature close is a consequence of another error, not the cause.
    if (!problem || problem.code === 'ERR_STREAM_PREMATURE_CLOSE') throw error
    // Errors from the tar parser have no code, unlike system errors.
    throw problem.code || signal?.aborted ? problem : damagedBackup(problem.message, { cause: problem })
  }
}

async function readParts(entries: AsyncIterable<Entry>, visitor: ArchiveVisitor) {
  const sums = createHash('sha256')
  const found = { tables: 0, files: 0, bytes: 0, sums: false }
  let manifest: Manifest | undefined

  for await (const entry of entries) {
    const { name, size, type } = entry.header
    if (type !== 'file' || found.sums) throw damagedBackup(`it contains ${JSON.stringify(name)}, which is not part of a backup`)
    const table: TableDump | undefined = manifest?.tables[found.tables]

    if (!manifest) {
      if (name !== MANIFEST) throw new CommandError('This is not a backup of Lectern.')
      const content = await readText(entry, size)
      manifest = parseManifest(content.text)
      sums.update(checksumLine(content.sha256, name))
      await visitor.manifest(manifest)
    } else if (table) {
      if (name !== tableEntry(table)) throw damagedBackup(`the table ${table.name} is missing`)
      await visit(entry, { name, bytes: table.bytes, sha256: table.sha256 }, (content) => visitor.table(table, content))
      sums.update(checksumLine(table.sha256, name))
      found.tables += 1
    } else if (name === CHECKSUMS) {
      const content = await readText(entry, size)
      if (content.sha256 !== sums.digest('hex')) throw damagedBackup(`${CHECKSUMS} does not match the archive`)
      found.sums = true
    } else {
      const key = name.slice('media/00/'.length)
      if (!isMediaKey(key) || name !== mediaEntry(key))
        throw damagedBackup(`it contains ${JSON.stringify(name)}, which is not part of a backup`)
      const sha256 = key.slice(0, 64)
      await visit(entry, { name, bytes: size, sha256 }, (content) => visitor.file(key, content))
      sums.update(checksumLine(sha256, name))
      found.files += 1
      found.bytes += size
    }
  }

  if (!manifest) throw new CommandError('This is not a backup of Lectern.')
  if (!found.sums) throw damagedBackup('the end of the archive is missing')
  if (found.files !== manifest.media.files || found.bytes !== manifest.media.bytes) throw damagedBackup('some of its files are missing')
}

async function visit(entry: Entry, wanted: { name: string; bytes: number; sha256: string }, take: (content: Content) => Promise<void>) {
  let checked = false
  async function* content() {
    const hashing = createHashingStream()
    yield* hashing.through(entry)
    const { bytes, sha256 } = hashing.result()
    if (bytes !== wanted.bytes || sha256 !== wanted.sha256) throw damagedBackup(`${wanted.name} does not match its checksum`)
    checked = true
  }
  await take(content())
  if (!checked) throw new Error(`${wanted.name} was not read completely`)
}

async function readText(entry: Entry, size: number) {
  if (size > MAX_TEXT_BYTES) throw damagedBackup(`${entry.header.name} is too large`)
  const hashing = createHashingStream()
  const content = await text(hashing.through(entry))
  return { text: content, sha256: hashing.result().sha256 }
}

/** Reads and verifies a whole archive. Throws a CommandError if it is damaged, or newer than this code. */
export async function checkArchive(
  path: string,
  options: { signal?: AbortSignal; onManifest?: (manifest: Manifest) => void; onBytes?: (bytes: number) => void } = {},
) {
  const drain = async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) options.onBytes?.(chunk.length)
  }
  await readArchive(
    path,
    {
      manifest: (manifest) => {
        requireKnownMigrations(manifest)
        options.onManifest?.(manifest)
      },
      table: (_table, content) => drain(content),
      file: (_key, content) => drain(content),
    },
    options.signal,
  )
}
