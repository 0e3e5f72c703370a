import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { MissingMediaError } from './media-store.ts'
import { DamagedMediaError, readVerified } from './read-verified.ts'

const content = Buffer.from('0123456789'.repeat(10))
const key = `${createHash('sha256').update(content).digest('hex')}.pdf`
const file = { key, bytes: content.length }

/**
 * Opens ranges of the content. Each read fails after the next number of bytes in `breaks`; once `breaks` is used up, reads are complete.
 */
function openBreaking(stored: Buffer, breaks: number[]) {
  const left = [...breaks]
  return async (_key: string, { start, end } = { start: 0, end: stored.length - 1 }) => {
    const whole = stored.subarray(start, end + 1)
    const length = left.shift()
    async function* send() {
      yield whole.subarray(0, length ?? whole.length)
      if (length !== undefined && length < whole.length) throw new Error('socket hang up')
    }
    return Readable.from(send(), { objectMode: false })
  }
}

function read(stored: Buffer, breaks: number[] = []) {
  return buffer(readVerified({ open: openBreaking(stored, breaks) }, file))
}

test('a read of a stored file that is interrupted at any byte is resumed and returns each byte once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 10 }), async (breaks) => {
      expect((await read(content, breaks)).equals(content)).toBe(true)
    }),
  )
})

test('reading a stored file fails with the file’s name after repeated attempts without progress', async () => {
  const failing = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  await expect(buffer(readVerified({ open: failing }, file, { pauseMs: 1 }))).rejects.toThrow(`${key} can’t be read: connect ECONNREFUSED`)
})

test('a stored file with different or shorter content is reported as damaged', async () => {
  await expect(read(Buffer.alloc(100))).rejects.toThrow(DamagedMediaError)
  await expect(read(content.subarray(0, 50))).rejects.toThrow(DamagedMediaError)
})

test('reading a missing stored file rejects with MissingMediaError and does not report a damaged file', async () => {
  const missing = async () => {
    throw new MissingMediaError(key)
  }
  await expect(buffer(readVerified({ open: missing }, file))).rejects.toThrow(MissingMediaError)
})
