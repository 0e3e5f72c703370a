import { createWriteStream } from 'node:fs'
import { extname, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Entry, type Options, open, type ZipFile } from 'yauzl'
import { MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Limits of an archive. Sixty hours of speech as MP3 have two gigabytes. */
const MAX_ENTRIES = 10_000
const MAX_BYTES = 2 * 1024 ** 3

const EXTENSIONS = /^\.(mp3|m4a|m4b|aac|mp4|ogg|oga|opus|flac|wav)$/i

export type RecordingArchive = Awaited<ReturnType<typeof openRecordingArchive>>

/** Opens a ZIP archive of recordings, which may be too large for memory. @throws InvalidFileError */
export async function openRecordingArchive(path: string) {
  const archive = await promisify<string, Options, ZipFile>(open)(path, { autoClose: false, lazyEntries: true })
  return {
    list: () => listRecordings(archive),
    /** Extracts a recording to a file. The library refuses content of another size than the stated one. */
    extract: async (entry: Entry, target: string) => {
      const content = await promisify<Entry, Readable>(archive.openReadStream.bind(archive))(entry)
      await pipeline(content, createWriteStream(target))
    },
    close: () => archive.close(),
  }
}

/** Lists the recordings of an archive by their extensions. */
async function listRecordings(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MAX_ENTRIES) throw new InvalidFileError(`It contains more than ${MAX_ENTRIES.toLocaleString('en')} files.`)
  const entries: Entry[] = []
  await new Promise<void>((resolve, reject) => {
    archive.on('end', resolve).on('error', reject)
    archive.on('entry', (entry: Entry) => {
      const name = posix.basename(entry.fileName)
      // Macs add a file of the same name, which begins with a dot, for each file.
      if (EXTENSIONS.test(extname(name)) && !name.startsWith('.')) entries.push(entry)
      archive.readEntry()
    })
    archive.readEntry()
  })
  if (entries.length === 0) throw new InvalidFileError('It contains no recordings.')
  if (entries.length > MAX_CHAPTERS) throw new InvalidFileError(`It contains more than ${MAX_CHAPTERS.toLocaleString('en')} recordings.`)
  if (entries.some((entry) => entry.isEncrypted())) throw new InvalidFileError('It is protected with a password.')
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_BYTES)
    throw new InvalidFileError('Its recordings are larger than any audiobook.')
  return entries
}
