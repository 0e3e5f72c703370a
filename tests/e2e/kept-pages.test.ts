import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawGet } from '#tests/support/raw-get.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: 'The first' })
})
afterAll(() => site?.close())

const get = (path: string, headers = {}) => rawGet(site.url + path, { 'accept-encoding': 'gzip, deflate, br', ...headers })

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
    expect(await get(path, known)).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    await site.publishBook({ title: `A first that came after ${path}` })
    await expect.poll(async () => (await get(path, known)).status).toBe(200)
  },
)

test('the data of a page costs less than the page', async () => {
  const [page, data] = [await get('/bookshop'), await get('/bookshop.data')]
  expect(data.body.length).toBeLessThan(page.body.length)
  expect((await get('/nowhere.data')).status).toBe(404)
})
