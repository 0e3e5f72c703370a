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
 * Opens a file, says so by `begin`, writes the bytes from `start` to `end`, both included, to a response and ends it. Half the
 * work of a stream: one piece of memory goes back and forth, and a large one is used again by the next response. The file is
 * closed and the piece given back however it ends; a client that leaves is no error.
 */
export async function sendRange(
  path: string,
  { start, end }: { start: number; end: number },
  to: Writable,
  begin: () => void = () => undefined,
): Promise<void> {
  const file = await openFile(path, 'r')
  let piece: Buffer | undefined
  try {
    if (to.destroyed) return
    begin()
    piece = spare.pop() ?? makePiece()
    if (await writePieces(file, piece, { start, end }, to)) to.end()
  } catch (error) {
    // The headers have promised more than can be sent; who reads must not take it for the whole.
    to.destroy(error as Error)
    throw error
  } finally {
    close(file, () => undefined)
    if (piece?.length === LARGE_BYTES) spare.push(piece)
  }
}

function makePiece(): Buffer {
  if (made === LARGE_PIECES) return Buffer.allocUnsafeSlow(SMALL_BYTES)
  made += 1
  return Buffer.allocUnsafeSlow(LARGE_BYTES)
}

/**
 * False when the client left. With callbacks, since a promise for each piece costs as much as the piece. A response whose
 * connection has gone need not call back, so its end is listened for; a read under way is waited for, since it writes to the piece.
 */
function writePieces(file: number, piece: Buffer, { start, end }: { start: number; end: number }, to: Writable): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let position = start
    let isReading = false
    let isOver = false
    to.once('close', leave)

    function finish(outcome: boolean | Error) {
      isOver = true
      to.off('close', leave)
      if (typeof outcome === 'boolean') resolve(outcome)
      else reject(outcome)
    }
    function leave() {
      if (!isReading && !isOver) finish(false)
    }
    function next(problem?: Error | null) {
      if (isOver) return
      if (problem || to.destroyed) return finish(false)
      if (position > end) return finish(true)
      isReading = true
      read(file, piece, 0, Math.min(piece.length, end - position + 1), position, (error, length) => {
        isReading = false
        if (to.destroyed) return finish(false)
        if (error) return finish(error)
        if (length === 0) return finish(new Error('The file is shorter than its record says'))
        position += length
        to.write(piece.subarray(0, length), next)
      })
    }
    next()
  })
}
