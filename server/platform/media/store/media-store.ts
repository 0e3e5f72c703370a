import type { Readable, Writable } from 'node:stream'

/** Stores published files by the SHA-256 of their content. A stored file never changes. */
export interface MediaStore {
  /**
   * Moves a temporary file to its key, durably. If the key exists, its content is the same by definition, and the temporary file is just
   * removed.
   */
  put(file: { key: string; path: string }): Promise<void>
  /** Stores content as it arrives, durably. Nothing is stored when it throws an error. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Reads bytes from `start` to `end`, inclusive. Rejects with `MissingMediaError` before the first byte. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * Links the file to `path`, where it stays readable even if the key is removed. Takes no space on the same file system. Rejects with
   * `MissingMediaError`. Only of a store that is a folder.
   */
  link?(key: string, path: string): Promise<void>
  /**
   * Opens a range like `open`, calls `begin`, writes the bytes to a response and ends it. A client that disconnects is no error. The
   * response must not use a chunk after its write callback, since the memory is reused.
   */
  send(key: string, range: { start: number; end: number }, to: Writable, begin?: () => void): Promise<void>
  /** Path within the store's folder, for a web server that reads the file there. Only of a store that is a folder. */
  location?(key: string): string
  /** A URL at which the file can be read for a minute without the app, with these headers. Only of a store to which buyers are redirected. */
  signUrl?(key: string, headers: { type: string; disposition?: string | undefined }): Promise<string>
  /** Bytes, or undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>
  /** Every key, in no particular order. */
  keys(): AsyncIterable<string>
  /** Throws when nothing can be stored at present. */
  check(): Promise<void>
  /** Removes leftovers of interrupted calls. Only while no `put` or `write` runs. */
  tidy(): Promise<void>
  /** The id that pairs the store with its database; undefined while it has none. */
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
