import type { Readable, Writable } from 'node:stream'

/** Stores published files under the SHA-256 of their content. Stored files never change. */
export interface MediaStore {
  /**
   * Moves a temporary file to its key, durably. If the key exists, its content is identical by definition, and the temporary file is only
   * removed.
   */
  put(file: { key: string; path: string }): Promise<void>
  /** Stores streamed content, durably. Nothing is stored if the stream throws an error. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Reads the bytes of a file from `start` to `end`, inclusive. Rejects with `MissingMediaError` before the first byte. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * Links a file to `path`, where the content stays readable even if the key is removed. A link takes no space on the same file system.
   * Rejects with `MissingMediaError`. Supported only by disk stores.
   */
  link?(key: string, path: string): Promise<void>
  /**
   * Opens a range of a file, as `open` does; then calls `begin`, writes the bytes to the response `to` and ends the response. A
   * disconnected client is not an error. The response must not keep a chunk after the chunk's write callback, since the buffer is reused.
   */
  send(key: string, range: { start: number; end: number }, to: Writable, begin?: () => void): Promise<void>
  /** Returns the path of a file relative to the store's folder, for a web server that sends the file. Supported only by disk stores. */
  location?(key: string): string
  /**
   * Returns a URL that serves a file with the given headers for a minute. Exists only in stores from which buyers download files directly.
   */
  signUrl?(key: string, headers: { type: string; disposition?: string }): Promise<string>
  /** Returns the size of a file in bytes, or undefined if the file doesn't exist. */
  size(key: string): Promise<number | undefined>
  /** Removes a file. A missing file is not an error. */
  remove(key: string): Promise<void>
  /** Lists the keys of all files, in no particular order. */
  keys(): AsyncIterable<string>
  /** Throws if the store is currently not writable. */
  check(): Promise<void>
  /** Removes leftovers of interrupted `put` and `write` calls. The caller must ensure that no `put` or `write` is running. */
  tidy(): Promise<void>
  /** Returns the id that pairs the store with its database; undefined if the id was never set. */
  id(): Promise<string | undefined>
  setId(id: string): Promise<void>
}

export class MissingMediaError extends Error {
  constructor(key: string) {
    super(`Stored file ${key} not found`)
    this.name = 'MissingMediaError'
  }
}

const KEY = /^[0-9a-f]{64}\.[a-z0-9]{2,5}$/

export function isMediaKey(text: string) {
  return KEY.test(text)
}
