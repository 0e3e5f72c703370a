import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { modulesLast } from './modules-last.ts'

const DOCUMENT =
  '<head><link rel="modulepreload" href="/a.js"/><title>Mwanasikana – tsumo</title><link rel="modulepreload" href="/b.js"/></head>'
const EXPECTED = DOCUMENT.replaceAll('"modulepreload"', '"modulepreload" fetchpriority="low"')

test('module preloads wait for the rest, however the document is cut', async () => {
  const bytes = Buffer.from(DOCUMENT)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const stream = modulesLast()
    stream.write(bytes.subarray(0, cut))
    stream.end(bytes.subarray(cut))
    expect(await text(stream)).toBe(EXPECTED)
  }
})

test('what can be told is sent on at once', async () => {
  const stream = modulesLast()
  stream.write('<p>Text</p><script>go()</script>')
  expect(String(stream.read())).toBe('<p>Text</p><script>go()</script>')
})
