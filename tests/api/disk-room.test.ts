import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import { storeBook, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Reserve in bytes that exceeds the free space of any disk */
const MIN_FREE_BYTES = 2 ** 50

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ MIN_FREE_BYTES: String(MIN_FREE_BYTES) })
})
afterAll(() => app.close())

test('when free space falls below the reserve for the database, uploads are refused before their body is read', async () => {
  const form = await app.sendForm('POST', '/api/authors', await buildAuthorForm())
  const upload = await app.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...app.bearer, 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': `field ${btoa('pdf')}` },
  })
  for (const response of [form, upload]) {
    expect([response.statusCode, response.json().code], response.body).toEqual([507, 'insufficient_storage'])
    expect(response.json().detail).toMatch(/free disk space/)
  }
  expect(await temporaryFiles(app.services)).toEqual([])
})

test('the overview reports the full disk, and all other functions still work', async () => {
  const { storage } = (await app.get('/api/overview', app.bearer)).json<Overview>()
  expect(storage).toMatchObject({ works: true, minFreeBytes: MIN_FREE_BYTES })
  const book = await storeBook(app.services)
  expect((await app.get(`/api/books/${book.id}`)).statusCode).toBe(200)
  expect((await app.send('DELETE', `/api/books/${book.id}`)).statusCode).toBe(204)
})
