import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress } from './encodings.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['br ; q=0.5,gzip', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip, broken', 'identity'],
  ['gzip;q=0', 'identity'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding: %s selects %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test.each([0, 1, 1000, 70_000, 5_000_000])('a text of %i bytes is unchanged after compression and decompression', async (length) => {
  const text = Buffer.alloc(length, 'Sow in season. ')
  expect(brotliDecompressSync(await compress(text, 'br')).equals(text)).toBe(true)
  expect(gunzipSync(await compress(text, 'gzip')).equals(text)).toBe(true)
})

test.each(['br', 'gzip'] as const)('a short text compressed with %s occupies only as much memory as its length', async (encoding) => {
  const encoded = await compress(Buffer.alloc(3000, 'Sow in season. '), encoding)
  expect(encoded.buffer.byteLength).toBe(encoded.length)
})
