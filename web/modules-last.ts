import { Transform } from 'node:stream'

const PRELOAD = '<link rel="modulepreload"'
const LATER = `${PRELOAD} fetchpriority="low"`

/**
 * Lets scripts wait for what makes the page look right: a document is complete without them, and on a slow line their share is what
 * style, letters and the opening picture would have to wait for. React Router writes the tags and has no setting for it.
 */
export function modulesLast(): Transform {
  let kept = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Byte for byte: a letter may be cut in two here, a tag is ASCII.
      const text = kept + chunk.toString('latin1')
      const end = text.length - openEnd(text)
      kept = text.slice(end)
      done(null, Buffer.from(text.slice(0, end).replaceAll(PRELOAD, LATER), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(kept, 'latin1'))
    },
  })
}

/** How many characters at the end may be the beginning of a tag that goes on in the next chunk. */
function openEnd(text: string): number {
  const start = text.lastIndexOf('<')
  const tail = start < 0 ? '' : text.slice(start)
  return tail.length < PRELOAD.length && PRELOAD.startsWith(tail) ? tail.length : 0
}
