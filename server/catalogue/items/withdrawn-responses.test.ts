import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { cachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { buildAuthorForm, buildImage } from '#tests/support/sample-files.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'

let nodes: [TestApp, TestApp]
beforeAll(async () => {
  const first = await openTestApp()
  nodes = [first, await openTestNode(first, {})]
})
afterAll(async () => {
  for (const node of [...nodes].reverse()) await node.close()
})

const away = () => Promise.reject(new DatabaseUnavailableError('no connection'))
let keys = 0

/** Caches a response on both nodes, and returns on how many nodes it is served without the database after a change. */
async function servedAfter(change: () => Promise<unknown>): Promise<number> {
  const key = `/page-${keys++}`
  const body = Buffer.from('a page that names the item')
  for (const { services } of nodes) await services.responseCache.obtain(key, async () => cachedResponse({ headers: {}, body }))
  const before = nodes[0].services.catalogueVersion.current()
  await change()
  for (const { services } of nodes) await expect.poll(() => services.catalogueVersion.current()).toBeGreaterThan(before)
  const outcomes = await Promise.allSettled(nodes.map(({ services }) => services.responseCache.obtain(key, away)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

async function change(path: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect((await nodes[0].sendForm('PATCH', path, form)).statusCode).toBe(200)
}

test.each([
  ['withdrawn', (path: string) => change(path, { state: 'draft' })],
  ['priced', (path: string) => change(path, { price: '4.50' })],
  ['moved to the bin', (path: string) => nodes[0].send('DELETE', path)],
])('after a book was %s, no node serves an earlier response while the database is unavailable', async (_what, withdraw) => {
  const { id } = await storeBook(nodes[0].services)
  expect(await servedAfter(() => withdraw(`/api/books/${id}`))).toBe(0)
})

test('after an episode was changed in bulk, or an author deleted, no node serves an earlier response either', async () => {
  const [first] = nodes
  const { id, updatedAt } = await storePodcast(first.services)
  const bulk = () => first.send('POST', '/api/podcasts/changes', { items: [{ id, updatedAt, state: 'withdrawn' }] })
  expect(await servedAfter(async () => expect((await bulk()).statusCode).toBe(200))).toBe(0)
  const photo = await buildImage({ width: 40, height: 60 })
  const author = await first.sendForm('POST', '/api/authors', await buildAuthorForm({ photo, name: 'Tendai Moyo' }))
  expect(await servedAfter(() => first.send('DELETE', `/api/authors/${author.json().id}`))).toBe(0)
})

test('after a publication, a corrected title or a sale, earlier responses are served while the database is unavailable', async () => {
  expect(await servedAfter(() => storeBook(nodes[0].services))).toBe(2)
  const { id } = await storeBook(nodes[0].services, { price: 3 })
  expect(await servedAfter(() => change(`/api/books/${id}`, { title: 'Corrected' }))).toBe(2)
  const draft = await storeBook(nodes[0].services)
  await change(`/api/books/${draft.id}`, { state: 'draft' })
  expect(await servedAfter(() => change(`/api/books/${draft.id}`, { title: 'Corrected draft' }))).toBe(2)
})
