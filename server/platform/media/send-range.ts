import { close, open, read } from 'node:fs'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'

const openFile = promisify(open)

/** Large pieces make a third less work. They are few: who comes while all are lent gets a small one, so that many who listen on slow lines hold little. */
const LARGE_BYTES = 512 * 1024
const SMALL_BYTES = 64 * 1024
const LARGE_PIECES = 32
const spare: Buffer[] = []
let made = 0

/**
 * Opens a file; what it answers writes the bytes from `start` to `end`, both included, to a response and ends it. Half the work
 * of a stream: one piece of memory goes back and forth, and a large one is used again by the next response.
 */
export async function openRange(path: string, { start, end }: { start: number; end: number }): Promise<(to: Writable) => Promise<void>> {
  const file = await openFile(path, 'r')
  return async (to) => {
    const piece = spare.pop() ?? makePiece()
    try {
      await writePieces(file, piece, { start, end }, to)
      to.end()
    } catch (error) {
      // The headers have promised more than can be sent; who reads must not take it for the whole.
      to.destroy(error as Error)
      throw error
    } finally {
      close(file, () => undefined)
      if (piece.length === LARGE_BYTES) spare.push(piece)
    }
  }
}

function makePiece(): Buffer {
  if (made === LARGE_PIECES) return Buffer.allocUnsafeSlow(SMALL_BYTES)
  made += 1
  return Buffer.allocUnsafeSlow(LARGE_BYTES)
}

/** With callbacks, since a promise for each piece costs as much as the piece. */
function writePieces(file: number, piece: Buffer, { start, end }: { start: number; end: number }, to: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    let position = start
    function next(problem?: Error | null) {
      if (problem) return reject(problem)
      if (position > end) return resolve()
      read(file, piece, 0, Math.min(piece.length, end - position + 1), position, (error, length) => {
        if (error) return reject(error)
        if (length === 0) return reject(new Error('The file is shorter than its record says'))
        position += length
        to.write(piece.subarray(0, length), next)
      })
    }
    next()
  })
}
