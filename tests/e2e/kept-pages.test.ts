import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: 'The first' })
})
afterAll(() => site?.close())

/** What comes over the line, as it comes. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: number }>((resolve, reject) => {
    request(site.url + path, { headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }, (response) => {
      let bytes = 0
      response
        .on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }))
    })
      .on('error', reject)
      .end()
  })
}

test.each(['/', '/bookshop', '/_.data', '/bookshop.data', '/bookshop.data?q=first'])(
  '%s goes out compressed, is kept by its tag, and is new when the catalogue is',
  async (path) => {
    const first = await get(path)
    expect([first.status, first.headers['content-encoding'], first.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=0, must-revalidate',
    ])
    const known = { 'if-none-match': String(first.headers.etag) }
    expect(await get(path, known)).toMatchObject({ status: 304, bytes: 0 })
    await site.publishBook({ title: `A first that came after ${path}` })
    await expect.poll(async () => (await get(path, known)).status).toBe(200)
  },
)

test('the data of a page costs less than the page', async () => {
  const [page, data] = [await get('/bookshop'), await get('/bookshop.data')]
  expect(data.bytes).toBeLessThan(page.bytes)
  expect((await get('/nowhere.data')).status).toBe(404)
})
