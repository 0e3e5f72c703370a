import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { close, createReadStream, createWriteStream, open, read, write } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as runPipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { weakEtag } from './cached-response.ts'

/** Whoever takes longer is cut off: what is dropped stays on the disk while it is read. */
const LONGEST_DOWNLOAD_MS = 30 * 60_000

/** In place of `close` for streams that share the file: each of them would close it. */
function leaveOpen(_file: number, done?: (error: NodeJS.ErrnoException | null) => void) {
  done?.(null)
}

const openFile = promisify(open)
const closeFile = promisify(close)

export type Append = (text: string) => Promise<void>
export type CompressedFile = Awaited<ReturnType<typeof writeCompressedFile>>

/**
 * Keeps a text that is too long for the memory in a file, compressed with gzip. The file loses its name as soon as it is open, so that
 * nothing is left of it when the process ends, however it ends.
 * @param writeText gives the text piece by piece; each piece is waited for, so that the disk sets the pace
 * @param onClose hears when the file is gone: after `drop`, as soon as nobody reads it any more
 */
export async function writeCompressedFile(
  { folder, onClose }: { folder: string; onClose?: () => void },
  writeText: (append: Append) => Promise<void>,
) {
  const path = join(folder, `text-${randomUUID()}`)
  const file = await openFile(path, 'wx+', 0o600)
  await unlink(path)

  const gzip = createGzip()
  const stored = createWriteStream('', { fd: file, fs: { open, write, close: leaveOpen } })
  const written = runPipeline(gzip, stored)
  written.catch(() => undefined)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await writeText(async (text) => {
      const piece = Buffer.from(text)
      hash.update(piece)
      bytes += piece.length
      // A disk that is full ends the pipeline, and with it the wait.
      if (!gzip.write(piece)) await Promise.race([once(gzip, 'drain'), written])
    })
    gzip.end()
    await written
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    await closeFile(file)
    throw error
  }

  const compressedBytes = stored.bytesWritten
  let [readers, dropped] = [0, false]
  const closeWhenUnused = () => {
    if (dropped && readers === 0) close(file, () => onClose?.())
  }

  function readPacked() {
    readers += 1
    // Readers share the descriptor, and each has a place of its own in the file: what is closed is their claim to it.
    const release: typeof leaveOpen = (_file, done) => {
      readers -= 1
      closeWhenUnused()
      leaveOpen(file, done)
    }
    const signal = AbortSignal.timeout(LONGEST_DOWNLOAD_MS)
    return createReadStream('', { fd: file, start: 0, end: compressedBytes - 1, fs: { open, read, close: release }, signal })
  }

  return {
    /** Length of the text */
    bytes,
    packedBytes: compressedBytes,
    etag: weakEtag(hash),
    read: (encoding: 'gzip' | 'identity'): Readable =>
      encoding === 'gzip' ? readPacked() : pipeline(readPacked(), createGunzip(), () => undefined),
    drop: () => {
      dropped = true
      closeWhenUnused()
    },
  }
}
