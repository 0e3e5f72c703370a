// @module-tag full
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Author } from '#contracts/catalogue/author.ts'
import { type HangingProxy, openHangingProxy } from '#tests/support/hanging-proxy.ts'
import { buildAuthorForm, toForm } from '#tests/support/sample-files.ts'
import { openSecondNode, type SecondNode } from '#tests/support/second-node.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** The publisher node changes the catalogue; the second node reaches the database through a proxy that can be cut. */
let publisher: TestApp
let network: HangingProxy
let cut: SecondNode
let author: Author
beforeAll(async () => {
  publisher = await openTestApp()
  author = (await publisher.sendForm('POST', '/api/authors', await buildAuthorForm())).json()
  network = await openHangingProxy(publisher.services.database.url)
  cut = await openSecondNode({ DATABASE_URL: network.url })
})
afterEach(() => network.resume())
afterAll(async () => {
  await cut.close()
  await network.close()
  await publisher.close()
})

let changes = 0
/** Renames the author and returns the new name. */
async function publish() {
  const name = `Change ${++changes}`
  const response = await publisher.sendForm('PATCH', `/api/authors/${author.id}`, toForm({ name }))
  expect(response.statusCode).toBe(200)
  return name
}
const nameShown = async () => (await cut.get('/api/authors')).json<Author[]>()[0]?.name
const health = async () => (await cut.get('/api/health')).statusCode
const isNotified = () => cut.services.catalogueVersion.isCurrent()

test('a catalogue change is visible on the other node immediately', async () => {
  await nameShown()
  const name = await publish()
  await expect.poll(nameShown).toBe(name)
})

test('a node whose control connection hangs stays ready, and polls for changes until the connection is replaced', async () => {
  await expect.poll(() => nameShown().then(isNotified)).toBe(true)
  network.hangOpen('lectern control')
  await expect.poll(isNotified, { interval: 5 }).toBe(false)
  for (let count = 0; count < 3; count++) {
    const name = await publish()
    expect(await nameShown()).toBe(name)
  }
  expect(await health()).toBe(200)
  await expect.poll(() => nameShown().then(isNotified)).toBe(true)
  expect(cut.alerts).toEqual([])
})

test('a node without a database is unready, serves cached data, and serves current data once it is ready again', async () => {
  const before = await publish()
  await expect.poll(nameShown).toBe(before)
  network.hang()
  await expect.poll(health, { interval: 50 }).toBe(503)
  expect(await nameShown()).toBe(before)
  const after = await publish()
  expect(await nameShown()).toBe(before)
  network.resume()
  await vi.waitUntil(async () => (await health()) === 200, { timeout: 60_000, interval: 5 })
  expect(await nameShown()).toBe(after)
})
