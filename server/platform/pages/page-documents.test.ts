import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { finishDocument } from './page-documents.ts'

const NONCE = 'n0nce'
const policy = (scripts: string[]) => scripts.join(' ')
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

function render(html: string) {
  return finishDocument(new Response(html, { headers: { 'content-type': 'text/html', 'x-document': 'whole' } }), {
    nonce: NONCE,
    policy,
    lasting: true,
  })
}

test('inline scripts of the document are allowed by hash, and injected scripts are not', async () => {
  const { headers, bodies } = await render(
    `<p><script>alert(1)</script></p><script nonce="${NONCE}">own()</script><script nonce="${NONCE}" src="/a.js"></script>`,
  )
  expect(headers['content-security-policy']).toBe(hashOf('own()'))
  expect(String(bodies.identity)).not.toContain(NONCE)
  expect(headers['x-document']).toBeUndefined()
})

test('equal pages have equal bytes and the same ETag, although their nonces differ', async () => {
  const [one, two] = [await render(`<script nonce="${NONCE}">x</script>`), await render('<script>x</script>')]
  expect(one.headers.etag).toBe(two.headers.etag)
  expect(one.bodies.identity).toEqual(two.bodies.identity)
})

test('an incomplete document is not cached', async () => {
  const document = await finishDocument(new Response('<p>empty</p>'), { nonce: NONCE, policy, lasting: false })
  expect(document.headers['cache-control']).toBe('no-store')
})
