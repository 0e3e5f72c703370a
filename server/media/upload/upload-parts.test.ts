import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { chainParts, joinChunks, type Part, parsePartName, partName } from './upload-parts.ts'

const LENGTH = 60
const aPart = fc
  .tuple(fc.nat({ max: LENGTH - 1 }), fc.integer({ min: 1, max: LENGTH }))
  .map(([start, length]): Part => ({ start, end: Math.min(LENGTH, start + length) }))

test('an upload part is named after its byte range', () => {
  expect(partName({ start: 0, end: 8_388_608 })).toBe('000000000000-000008388608')
  expect(parsePartName('000000000000-000008388608')).toEqual({ start: 0, end: 8_388_608 })
  expect(parsePartName('record.json')).toBeUndefined()
})

test('a chain of upload parts ends at the first gap between parts, and a further part can only extend the chain', () => {
  fc.assert(
    fc.property(fc.array(aPart, { maxLength: 12 }), aPart, (parts, another) => {
      const chain = chainParts(parts)
      const gap = Array.from({ length: LENGTH }, (_, at) => parts.some(({ start, end }) => start <= at && at < end)).indexOf(false)
      const reach = chain.at(-1)?.part.end ?? 0
      expect(reach).toBe(gap === -1 ? LENGTH : gap)
      chain.reduce((position, { part, from }) => {
        expect(from).toBe(position)
        expect(part.start).toBeLessThanOrEqual(from)
        expect(part.end).toBeGreaterThan(from)
        return part.end
      }, 0)
      expect(chainParts([...parts, another]).at(-1)?.part.end ?? 0).toBeGreaterThanOrEqual(reach)
    }),
  )
})

test('chunks of a source are joined, and bytes received before the source fails are yielded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 })), fc.boolean(), async (chunks, breaks) => {
      async function* source() {
        for (const chunk of chunks) yield Buffer.from(chunk)
        if (breaks) throw new Error('broken off')
      }
      const joined: Buffer[] = []
      const reading = (async () => {
        for await (const bytes of joinChunks(source(), 10)) joined.push(bytes)
      })()
      if (breaks) await expect(reading).rejects.toThrow('broken off')
      else await reading
      expect(Buffer.concat(joined).equals(Buffer.concat(chunks))).toBe(true)
      for (const bytes of joined.slice(0, -1)) expect(bytes.length).toBeGreaterThanOrEqual(10)
    }),
  )
})
