import type { Readable, Writable } from 'node:stream'

/** Where published files live, by the SHA-256 of their content. A stored file never changes. */
export interface MediaStore {
  /**
   * Moves a finished temporary file under its key; it is durable when this returns. A file that is already there under
   * the key is the same by definition and is kept. Either way the temporary file is gone afterwards.
   */
  put(file: { key: string; path: string }): Promise<void>
  /** Bytes from `start` to `end`, both counted from 0 and included. Rejects with `MissingMediaError` before the first byte. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * Makes the file readable at `path` too, in a folder beside the temporary ones, whatever becomes of the key afterwards.
   * Takes no space where both are on one file system. Rejects with `MissingMediaError`.
   */
  link(key: string, path: string): Promise<void>
  /**
   * Opens a range like `open` does, calls `begin`, writes the bytes to a response and ends it. Whatever becomes of the response,
   * nothing is left open; that its client left is no error. The response must be done with a piece when it says so: the memory
   * is used again.
   */
  send(key: string, range: { start: number; end: number }, to: Writable, begin?: () => void): Promise<void>
  /** Where the file lies within the store's folder, for a web server that reads it there. */
  location(key: string): string
  /** Bytes, or undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Removing what is gone is no error. */
  remove(key: string): Promise<void>
  /** Every key, in no particular order. */
  keys(): AsyncIterable<string>
  /** Throws, saying why, when nothing can be stored at present. */
  check(): Promise<void>
  /** Removes what was interrupted half-way. Only while nothing is being put. */
  tidy(): Promise<void>
  /** The id that the store was given, by which a database knows it again; undefined while it has none. */
  id(): Promise<string | undefined>
  setId(id: string): Promise<void>
}

export class MissingMediaError extends Error {
  constructor(key: string) {
    super(`No stored file ${key}`)
    this.name = 'MissingMediaError'
  }
}

const KEY = /^[0-9a-f]{64}\.[a-z0-9]{2,5}$/

export function isMediaKey(text: string) {
  return KEY.test(text)
}
