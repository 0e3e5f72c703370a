import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { createZip } from './create-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('files are read as they were added, and stored ones are where readers of EPUB look for the media type', () => {
  const path = join(folder, 'whole.epub')
  const zip = createZip(path, { maxBytes: 100_000 })
  zip.add('mimetype', Buffer.from('application/epub+zip'), { isStored: true })
  zip.add('a/long.txt', Buffer.from('word '.repeat(5000)))
  zip.add('a/empty.txt', Buffer.alloc(0))
  zip.finish()
  zip.close()
  const archive = readFileSync(path)
  expect(archive.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
  expect(archive.length).toBeLessThan(1000)
  const files = unzipSync(archive)
  expect(Object.keys(files)).toEqual(['mimetype', 'a/long.txt', 'a/empty.txt'])
  expect(strFromU8(files['a/long.txt'] ?? new Uint8Array())).toBe('word '.repeat(5000))
})

test('an archive beyond the limit is refused', () => {
  const zip = createZip(join(folder, 'large.epub'), { maxBytes: 1000 })
  expect(() => zip.add('a', Buffer.alloc(2000), { isStored: true })).toThrow(
    expect.objectContaining({ name: 'InvalidFileError', message: 'The EPUB would be too large.' }),
  )
  zip.close()
})
