// @module-tag full
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { test } from '#tests/support/browser-test.ts'
import { rawGet } from '#tests/support/raw-get.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: 'The first' })
})
afterAll(() => site?.close())

const get = (path: string, headers = {}) => rawGet(site.url + path, { 'accept-encoding': 'gzip, deflate, br', ...headers })

/**
 * Returns a complete response. If a page's data is late, its first response is streamed without an ETag, and the next response is complete.
 */
const getWhole = (path: string) =>
  vi.waitUntil(
    async () => {
      const answer = await get(path)
      return answer.headers.etag && answer
    },
    { timeout: 60_000 },
  )

test.each(['/', '/bookshop', '/_.data', '/bookshop.data', '/bookshop.data?q=first'])(
  '%s is compressed, answers a known ETag with 304, and changes with the catalogue',
  async (path) => {
    const first = await getWhole(path)
    expect([first.status, first.headers['content-encoding'], first.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=0, must-revalidate',
    ])
    const known = { 'if-none-match': String(first.headers.etag) }
    expect(await get(path, known)).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    await site.publishBook({ title: `A first that came after ${path}` })
    await expect.poll(async () => (await get(path, known)).status).toBe(200)
  },
)

test('the hydration data of a page is smaller than the page', async () => {
  const [page, data] = [await getWhole('/bookshop'), await getWhole('/bookshop.data')]
  expect(data.body.length).toBeLessThan(page.body.length)
  expect((await get('/nowhere.data')).status).toBe(404)
})

test('static assets are immutable and have only the headers that apply to them', async () => {
  const page = await get('/')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec((await rawGet(`${site.url}/`)).body.toString()) ?? []
  const { status, headers } = await get(script)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
  expect(page.headers['permissions-policy']).toContain('camera=()')
  for (const name of ['content-security-policy', 'permissions-policy']) expect(Object.keys(headers)).not.toContain(name)

  const [worker = ''] = (await readdir('build/current/client/assets')).filter((name) => /^pdf\.worker-.*\.js$/.test(name))
  expect((await get(`/assets/${worker}`)).headers['content-security-policy']).toContain("default-src 'self'")
})
