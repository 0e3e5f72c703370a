import { createHash } from 'node:crypto'

/** Passes bytes through and calculates their number and SHA-256. */
export function createHashingStream() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *through(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    /** Returns the number of bytes and the checksum. Must be called once, after the last byte. */
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export async function* counted(content: AsyncIterable<Buffer>, onBytes: ((bytes: number) => void) | undefined) {
  for await (const chunk of content) {
    onBytes?.(chunk.length)
    yield chunk
  }
}
