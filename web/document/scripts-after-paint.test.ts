import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const DOCUMENT =
  '<head><link rel="modulepreload" href="/a.js" nonce="n"/><link rel="modulepreload" href="/b.js"/><title>Mwanasikana – tsumo</title></head><p>1 &lt; 2</p><script nonce="n">$RC("a<b")</script>' +
  '<script nonce="n" type="module" async="">import * as route0 from "/b.js";\nimport("/a.js");</script></body>'

async function pass(...chunks: (string | Uint8Array)[]): Promise<string> {
  const stream = scriptsAfterPaint({ serviceWorker: 'on' })
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  return text(stream)
}

test('the module script and its preloads are replaced by a data block and a starter script; the rest of the document is unchanged', async () => {
  const html = await pass(DOCUMENT)
  expect(html).toContain(
    '<script nonce="n" type="text/later" data-modules="/a.js /b.js">import * as route0 from "/b.js";\nimport("/a.js");</script><script nonce="n">(function',
  )
  expect(html).toContain('<head><title>Mwanasikana – tsumo</title></head><p>1 &lt; 2</p><script nonce="n">$RC("a<b")</script>')
  expect(html).not.toContain('rel="modulepreload"')
  expect(html).not.toContain('<script nonce="n" type="module"')
  expect(html.match(/<script/g)).toHaveLength(3)
})

test('a document with a nonce begins with the script that marks what the browser stores, before its style sheets', async () => {
  const stream = scriptsAfterPaint({ serviceWorker: 'on', nonce: 'n' })
  stream.end(DOCUMENT)
  const html = await text(stream)
  expect(html).toMatch(/^<head><script nonce="n">\(function markVisitor\(/)
  expect(html.match(/<script/g)).toHaveLength(4)
})

test('the transformed document is the same wherever its chunks are split', async () => {
  const bytes = Buffer.from(DOCUMENT)
  const whole = await pass(bytes)
  for (let cut = 0; cut <= bytes.length; cut++) expect(await pass(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(whole)
})

test('complete parts of a streamed document are sent immediately', () => {
  const stream = scriptsAfterPaint({ serviceWorker: 'on' })
  stream.write('<p>Text</p><script>go()</script>and <b')
  expect(String(stream.read())).toBe('<p>Text</p><script>go()</script>and ')
})
