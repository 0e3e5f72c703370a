import { Transform } from 'node:stream'
import { startAfterPaint } from './start-after-paint.ts'

const PRELOAD = '<link rel="modulepreload"'
const MODULE = /<script([^>]*) type="module" async="">(.*?)<\/script>/gs
const START = `(${startAfterPaint})()`

/**
 * Lets the scripts of a document wait until it has been painted (docs/decisions/0014). React Router writes their tags and has no
 * setting for it; a tag that looks otherwise than expected is left alone and starts at once.
 */
export function scriptsAfterPaint(): Transform {
  let kept = ''
  const waiting = (html: string) =>
    html
      .replaceAll(PRELOAD, '<link rel="later"')
      .replaceAll(
        MODULE,
        (_, attributes, code) => `<script${attributes} type="later">${code}</script><script${attributes}>${START}</script>`,
      )
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Byte for byte: a letter may be cut in two here, a tag is ASCII.
      const html = kept + chunk.toString('latin1')
      const end = endOfWhole(html)
      kept = html.slice(end)
      done(null, Buffer.from(waiting(html.slice(0, end)), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(waiting(kept), 'latin1'))
    },
  })
}

/** Where the last tag or script begins that goes on in the next chunk. */
function endOfWhole(html: string): number {
  const script = html.lastIndexOf('<script')
  if (script >= 0 && !html.includes('</script>', script)) return script
  const tag = html.lastIndexOf('<')
  return tag >= 0 && !html.includes('>', tag) ? tag : html.length
}
