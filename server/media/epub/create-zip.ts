import { closeSync, openSync, writeFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Time of all entries, 1 January 1980, so that the same content is the same file. */
const [DOS_TIME, DOS_DATE] = [0, 0x21]
const VERSION = 20
const METHODS = { stored: 0, deflated: 8 }
const MAX_ENTRIES = 65_535

export type Zip = ReturnType<typeof createZip>

/**
 * Creates a ZIP archive, to which files are added one by one, so that memory holds one file at a time. Sizes precede the content, as readers
 * that stream an EPUB require. The names are ASCII.
 * @throws InvalidFileError when the archive would exceed `maxBytes`, which is less than 4 GB
 */
export function createZip(path: string, { maxBytes }: { maxBytes: number }) {
  const archive = openSync(path, 'w')
  const directory: Buffer[] = []
  let size = 0

  function write(...pieces: Uint8Array[]) {
    for (const piece of pieces) {
      size += piece.length
      if (size > maxBytes) throw new InvalidFileError('The EPUB would be too large.')
      writeFileSync(archive, piece)
    }
  }

  return {
    /** @param isStored whether the content is not compressed, since it is already */
    add: (name: string, content: Uint8Array, { isStored = false } = {}): void => {
      if (directory.length >= MAX_ENTRIES) throw new InvalidFileError('The EPUB would have too many files.')
      const data = isStored ? content : deflateRawSync(content)
      const common = Buffer.alloc(26)
      common.writeUInt16LE(VERSION, 0)
      common.writeUInt16LE(isStored ? METHODS.stored : METHODS.deflated, 4)
      common.writeUInt16LE(DOS_TIME, 6)
      common.writeUInt16LE(DOS_DATE, 8)
      common.writeUInt32LE(crc32(content), 10)
      common.writeUInt32LE(data.length, 14)
      common.writeUInt32LE(content.length, 18)
      common.writeUInt16LE(name.length, 22)
      const place = Buffer.alloc(14)
      place.writeUInt32LE(size, 10)
      directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 0]), common, place, Buffer.from(name, 'latin1')]))
      write(Buffer.from('PK\x03\x04'), common, Buffer.from(name, 'latin1'), data)
    },

    finish: (): void => {
      const start = size
      write(...directory)
      const end = Buffer.alloc(22)
      end.write('PK\x05\x06', 'latin1')
      end.writeUInt16LE(directory.length, 8)
      end.writeUInt16LE(directory.length, 10)
      end.writeUInt32LE(size - start, 12)
      end.writeUInt32LE(start, 16)
      write(end)
    },

    close: (): void => closeSync(archive),
  }
}
