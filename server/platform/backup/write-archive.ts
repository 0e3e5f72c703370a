import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { CHECKSUMS, checksumLine, MANIFEST, type Manifest, mediaEntry, tableEntry } from './archive-format.ts'
import { createHashingStream } from './digesting.ts'
import { unusableFile } from './snapshot.ts'

const CHUNK_BYTES = 256 * 1024
/** It contains password digests, messages of visitors and files that are sold. */
const PRIVATE_FILE = 0o600

/** Writes an archive of the two folders to a new file, durably. */
export async function writeArchive(
  path: string,
  {
    manifest,
    dumpFolder,
    mediaFolder,
    signal,
    onBytes,
  }: {
    manifest: Manifest
    dumpFolder: string
    mediaFolder: string
    signal?: AbortSignal | undefined
    onBytes?: ((bytes: number) => void) | undefined
  },
): Promise<void> {
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
    await pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), digesting.through, counting, openEntry(name, size))
    const { sha256 } = digesting.result()
    sums.push(checksumLine(sha256, name))
    return sha256
  }

  async function* counting(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      onBytes?.(chunk.length)
      yield chunk
    }
  }

  async function fill() {
    await addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    for (const table of manifest.tables) await addFile(tableEntry(table), join(dumpFolder, tableEntry(table)))
    for (const key of (await readdir(mediaFolder)).sort()) {
      // The key is the hash of the original content, which the disk may have damaged.
      const sha256 = await addFile(mediaEntry(key), join(mediaFolder, key))
      if (sha256 !== key.slice(0, 64)) throw unusableFile(key, 'is damaged on the disk')
    }
    await addText(CHECKSUMS, sums.join(''))
    archive.finalize()
  }

  const target = createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE, flush: true })
  const written = pipeline(archive, target, { ...(signal && { signal }) })
  // An error on either side ends both, and `written` rejects with it.
  await Promise.all([written, fill().catch((error) => archive.destroy(error))])
}
