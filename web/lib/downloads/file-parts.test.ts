import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { answerFromParts, FILE_BYTES, PART_BYTES } from './file-parts.ts'

const TOTAL = 2 * PART_BYTES + 1000
const file = Uint8Array.from({ length: TOTAL }, (_, index) => (index * 7 + (index >> 9)) % 251)

async function findPart(index: number) {
  const bytes = file.slice(index * PART_BYTES, (index + 1) * PART_BYTES)
  return bytes.length > 0 ? new Response(bytes, { headers: { 'content-type': 'audio/mpeg', [FILE_BYTES]: String(TOTAL) } }) : undefined
}

const ask = (range?: string, method = 'GET') =>
  answerFromParts(new Request('https://lectern.example/shelf/media/a.mp3', { method, headers: range ? { range } : {} }), findPart)

test('a request without a range returns the whole downloaded file in one response', async () => {
  const answer = await ask()
  expect([answer?.status, answer?.headers.get('content-length'), answer?.headers.get('content-type')]).toEqual([
    200,
    String(TOTAL),
    'audio/mpeg',
  ])
  expect(Buffer.from((await answer?.bytes()) ?? []).equals(file)).toBe(true)
})

test('a range response contains the requested bytes, even across several stored parts', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(TOTAL - 1), fc.nat(PART_BYTES + 10), async (start, length) => {
      const end = Math.min(start + length, TOTAL - 1)
      const answer = await ask(`bytes=${start}-${end}`)
      expect([answer?.status, answer?.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${TOTAL}`])
      expect(Buffer.from((await answer?.bytes()) ?? []).equals(file.subarray(start, end + 1))).toBe(true)
    }),
    { numRuns: 30 },
  ))

test('Safari’s request for two bytes, a suffix range, and a range past the end of the file get the standard responses', async () => {
  expect((await ask('bytes=0-1'))?.headers.get('content-length')).toBe('2')
  expect((await ask('bytes=-10'))?.headers.get('content-range')).toBe(`bytes ${TOTAL - 10}-${TOTAL - 1}/${TOTAL}`)
  const past = await ask(`bytes=${TOTAL}-`)
  expect([past?.status, past?.headers.get('content-range')]).toEqual([416, `bytes */${TOTAL}`])
})

test('a HEAD response for a downloaded file has no body', async () => {
  const answer = await ask(undefined, 'HEAD')
  expect([answer?.status, answer?.headers.get('content-length'), await answer?.text()]).toEqual([200, String(TOTAL), ''])
})

test('a request for a file that is not downloaded gets no response', async () => {
  expect(await answerFromParts(new Request('https://lectern.example/x'), async () => undefined)).toBeUndefined()
})
