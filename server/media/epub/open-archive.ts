import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Limits of an archive. A book of two thousand pages has a few hundred entries, and a few megabytes of text. */
const MAX_ENTRIES = 20_000
const MAX_TEXT_BYTES = 32 * 1024 * 1024
const MAX_PICTURE_BYTES = 24 * 1024 * 1024
/** Maximum total size of the texts that are read from an archive. */
const MAX_TEXTS_BYTES = 96 * 1024 * 1024
/** Total size of the texts that are decompressed in one pass. */
const PASS_BYTES = 4 * 1024 * 1024

const DAMAGED = 'It is damaged or incomplete. Save it again with the program that made it.'
const TOO_LARGE = 'Its texts are larger than any book’s.'

/** Files of an EPUB archive, by their paths. */
export type Archive = {
  /** SHA-256 of the archive in hex */
  digest: () => string
  has: (path: string) => boolean
  /** Reads a text file; undefined if it is missing. @throws InvalidFileError for a damaged or too large file */
  readText: (path: string) => string | undefined
  /** Reads the text files that exist as `readText` does, many in one pass over the archive. */
  readTexts: (paths: string[]) => Iterable<{ path: string; text: string }>
  /** Reads images in one pass over the archive; undefined for images that are missing, damaged or too large. */
  readPictures: (paths: string[]) => (Uint8Array | undefined)[]
}

/**
 * Opens an archive without decompressing it. Only files that are asked for are decompressed, each into a buffer of its stated size, so that
 * an archive can't expand beyond the limits.
 * @throws InvalidFileError
 */
export function openArchive(path: string): Archive {
  const data = readFileSync(path)
  const entries = new Map<string, UnzipFileInfo>()
  decompress(data, (file) => {
    if (entries.size >= MAX_ENTRIES) throw new InvalidFileError(`It contains more than ${MAX_ENTRIES} files.`)
    entries.set(file.name, file)
    return false
  })
  // Names that differ only in case, in the form of accents or in the slash are found, since many readers ignore the difference.
  const names = new Map([...entries.keys()].toReversed().map((name) => [spell(name), name]))
  const find = (wanted: string) => (entries.has(wanted) ? wanted : names.get(spell(wanted)))
  let total = 0
  const entryOf = (path: string) => entries.get(find(path) ?? '')

  /** Decompresses files. Each pass reads the whole directory, so that files are read together. */
  function read(wanted: (UnzipFileInfo | undefined)[]): (Uint8Array | undefined)[] {
    const pending = new Map(wanted.flatMap((entry) => (entry ? [[entry.name, entry.originalSize] as const] : [])))
    // If several entries have the same name, only one is decompressed.
    const files = decompress(data, ({ name, originalSize }) => pending.get(name) === originalSize && pending.delete(name))
    return wanted.map((entry) => entry && files[entry.name])
  }

  function* readTexts(paths: string[]): Generator<{ path: string; text: string }> {
    let pass: { path: string; entry: UnzipFileInfo }[] = []
    let size = 0
    for (const path of paths) {
      const entry = entryOf(path)
      if (!entry) continue
      total += entry.originalSize
      if (entry.originalSize > MAX_TEXT_BYTES || total > MAX_TEXTS_BYTES) throw new InvalidFileError(TOO_LARGE)
      if (size + entry.originalSize > PASS_BYTES) {
        yield* decodeTexts(pass)
        pass = []
        size = 0
      }
      pass.push({ path, entry })
      size += entry.originalSize
    }
    yield* decodeTexts(pass)
  }

  function decodeTexts(pass: { path: string; entry: UnzipFileInfo }[]) {
    const contents = read(pass.map(({ entry }) => entry))
    return pass.map(({ path }, index) => ({ path, text: decodeText(contents[index] ?? new Uint8Array()) }))
  }

  function readIntact(entry: UnzipFileInfo | undefined): Uint8Array | undefined {
    try {
      return read([entry])[0]
    } catch {
      return undefined
    }
  }

  return {
    digest: () => createHash('sha256').update(data).digest('hex'),
    has: (wanted) => find(wanted) !== undefined,
    readText: (path) => [...readTexts([path])][0]?.text,
    readTexts,
    readPictures: (paths) => {
      const found = paths.map(entryOf).map((entry) => (entry && entry.originalSize <= MAX_PICTURE_BYTES ? entry : undefined))
      try {
        return read(found)
      } catch {
        // One of them is damaged.
        return found.map(readIntact)
      }
    },
  }
}

function decompress(data: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(data, { filter })
  } catch (error) {
    throw InvalidFileError.is(error) ? error : new InvalidFileError(DAMAGED)
  }
}

const spell = (name: string) => name.normalize('NFC').toLowerCase().replaceAll('\\', '/')

/** Decodes a text by its byte order mark or the encoding of its XML declaration; UTF-8 by default. */
function decodeText(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replaceAll('\0', '')
  const declared = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)/.exec(head)?.[1]
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  // A declared UTF-16 without a mark is wrong: the declaration itself was readable as single bytes.
  const encoding = mark ?? (declared && !/^utf-?16/i.test(declared) ? declared : 'utf-8')
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/**
 * Returns the path that a reference in a file of the archive leads to, with its fragment. Returns undefined for references that lead outside
 * of the archive.
 */
export function resolvePath(from: string, href: string): { path: string; id: string | undefined } | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('//')) return undefined
  const [address = '', id] = href.split('#', 2)
  const target = decode(address.split('?', 1)[0] ?? '')
  const path =
    target === '' ? from : posix.normalize(posix.join(target.startsWith('/') ? '' : posix.dirname(from), target)).replace(/^\/+/, '')
  return path.startsWith('../') ? undefined : { path, id: id ? decode(id) : undefined }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
