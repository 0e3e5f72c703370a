import { Transform } from 'node:stream'
import { markVisitor } from './mark-visitor.ts'
import type { ServiceWorkerState } from './service-worker-state.ts'
import { startAfterPaint } from './start-after-paint.ts'

const PRELOAD = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g
const START = `(${startAfterPaint})`
const MARK = `(${markVisitor})()`
const MODULE = /<script([^>]*) type="module" async="">(.*?)<\/script>/gs

/**
 * Delays a document's scripts until the first paint (docs/decisions/0014). The module script becomes a data block that lists the modules to
 * preload. React Router renders the script tags and has no option for a delay. A script tag in an unexpected format is left unchanged and
 * runs immediately. With a nonce, the document begins with the script that marks it with what the browser stores.
 */
export function scriptsAfterPaint({ serviceWorker, nonce }: { serviceWorker: ServiceWorkerState; nonce?: string | undefined }): Transform {
  const start = `${START}(${serviceWorker === 'on'})`
  const head = nonce ? `<head><script nonce="${nonce}">${MARK}</script>` : '<head>'
  const modules: string[] = []
  let pending = ''
  const delayScripts = (html: string) =>
    html
      .replace('<head>', () => head)
      .replaceAll(PRELOAD, (_, href: string) => {
        modules.push(href)
        return ''
      })
      .replaceAll(MODULE, (_, attributes, code) => {
        const later = `<script${attributes} type="text/later" data-modules="${modules.join(' ')}">${code}</script>`
        return `${later}<script${attributes}>${start}</script>`
      })
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Latin-1 preserves every byte: a chunk may end inside a multi-byte character, and the searched tags are ASCII.
      const html = pending + chunk.toString('latin1')
      const end = endOfComplete(html)
      pending = html.slice(end)
      done(null, Buffer.from(delayScripts(html.slice(0, end)), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(delayScripts(pending), 'latin1'))
    },
  })
}

/** Returns the end of the complete part of the HTML. A tag or script may continue in the next chunk. */
function endOfComplete(html: string): number {
  const script = html.lastIndexOf('<script')
  if (script >= 0 && !html.includes('</script>', script)) return script
  const tag = html.lastIndexOf('<')
  return tag >= 0 && !html.includes('>', tag) ? tag : html.length
}
