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

/** Time limit of downloads, in ms. Slower downloads are aborted, since a dropped file occupies the disk while it is read. */
const LONGEST_DOWNLOAD_MS = 30 * 60_000

/** Replaces `close` for streams that share a file, which the first finished stream would otherwise close. */
function leaveOpen(_file: number, done?: (error: NodeJS.ErrnoException | null) => void) {
  done?.(null)
}

const openFile = promisify(open)
const closeFile = promisify(close)

export type Append = (text: string) => Promise<void>
export type CompressedFile = Awaited<ReturnType<typeof writeCompressedFile>>

/**
 * Stores a long text in a gzip file. The file is unlinked as soon as it is open, so that it does not outlive the process.
 * @param writeText appends the text in chunks and must await each append
 * @param onClose called when the file is closed: after `drop`, once no stream reads the file
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
      // Waiting for the compression also ends when the pipeline fails, as on a full disk.
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

  function readCompressed() {
    readers += 1
    // Readers share the file descriptor, each with its own position. Closing a reader only decrements the number of readers.
    const release: typeof leaveOpen = (_file, done) => {
      readers -= 1
      closeWhenUnused()
      leaveOpen(file, done)
    }
    const signal = AbortSignal.timeout(LONGEST_DOWNLOAD_MS)
    return createReadStream('', { fd: file, start: 0, end: compressedBytes - 1, fs: { open, read, close: release }, signal })
  }

  return {
    /** Length of the uncompressed text, in bytes */
    bytes,
    compressedBytes: compressedBytes,
    etag: weakEtag(hash),
    read: (encoding: 'gzip' | 'identity'): Readable =>
      encoding === 'gzip' ? readCompressed() : pipeline(readCompressed(), createGunzip(), () => undefined),
    drop: () => {
      dropped = true
      closeWhenUnused()
    },
  }
}
