import { createHash } from 'node:crypto'

/** Passes bytes on and knows afterwards how many they were and what their SHA-256 is. */
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
    /** Once only, at the end. */
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
