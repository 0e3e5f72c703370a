import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { parseByteRange } from './byte-range.ts'

const size = fc.nat(50)
const position = fc.nat(60)

/** Returns the bytes that a Range header selects according to RFC 9110 §14.1.2, by testing each position: slow but obviously correct. */
function selected(size: number, wants: (position: number) => boolean) {
  return Array.from({ length: size }, (_, position) => position).filter(wants)
}

function expectBytes(header: string, size: number, bytes: number[]) {
  const range = parseByteRange(header, size)
  expect(range, `${header} of ${size}`).toEqual(bytes.length === 0 ? 'unsatisfiable' : { start: bytes[0], end: bytes.at(-1) })
}

test('a byte range with both ends selects the bytes between them, inclusive', () => {
  fc.assert(
    fc.property(size, position, fc.nat(30), (size, first, more) => {
      const bytes = selected(size, (at) => at >= first && at <= first + more)
      expectBytes(`bytes=${first}-${first + more}`, size, bytes)
    }),
  )
})

test('a byte range with an open end selects all bytes to the last', () => {
  fc.assert(
    fc.property(size, position, (size, first) => {
      const bytes = selected(size, (at) => at >= first)
      expectBytes(`bytes=${first}-`, size, bytes)
    }),
  )
})

test('a suffix range selects the last bytes, or the whole file when the file is shorter', () => {
  fc.assert(
    fc.property(size, position, (size, length) => {
      const bytes = selected(size, (at) => at >= size - length)
      expectBytes(`bytes=-${length}`, size, bytes)
    }),
  )
})

test('a parsed range lies within the file for any Range header', () => {
  const character = fc.constantFrom(...'bytes=0123456789-, \t;x')
  const header = fc.string({ unit: character, maxLength: 25 }).map((text) => `bytes=${text}`)
  fc.assert(
    fc.property(header, size, (header, size) => {
      const range = parseByteRange(header, size)
      if (range === undefined || range === 'unsatisfiable') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-3',
  'bytes=1-2,4-5',
  'bytes=0-0,-1',
  'bytes=1.5-2',
  'bytes=+1-2',
  'bytes=0x1-2',
  'bytes 0-1/5',
  'lines=0-1',
  'bytes=٠-١',
])('%j is not a supported range, so the whole file is sent', (header) => {
  expect(parseByteRange(header, 10)).toBeUndefined()
})

test('a Range header with numbers beyond the safe integers is parsed', () => {
  const huge = '9'.repeat(400)
  expect(parseByteRange(`bytes=0-${huge}`, 10)).toEqual({ start: 0, end: 9 })
  expect(parseByteRange(`bytes=-${huge}`, 10)).toEqual({ start: 0, end: 9 })
  expect(parseByteRange(`bytes=${huge}-`, 10)).toBe('unsatisfiable')
})

test('the unit of a Range header is case-insensitive and may have surrounding white space', () => {
  expect(parseByteRange('BYTES= 1-2 ', 10)).toEqual({ start: 1, end: 2 })
})
