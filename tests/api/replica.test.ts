// @module-tag full
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { SearchResults } from '#contracts/catalogue/search.ts'
import { books } from '#server/catalogue/books/books.schema.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { query } from '#tests/support/database-server.ts'
import { openHangingProxy } from '#tests/support/hanging-proxy.ts'
import { openSecondNode, type SecondNode } from '#tests/support/second-node.ts'
import { type Standby, startWithStandby } from '#tests/support/standby.ts'
import { storeBook } from '#tests/support/stored-items.ts'

// The replica is a copy of the data folder of the tests' PostgreSQL, which is missing if PostgreSQL can't use a temporary folder.
describe.skipIf(!inject('dataFolder'))('with a replica', () => {
  let servers: Standby
  let node: SecondNode
  let other: SecondNode
  let book: Book
  beforeAll(async () => {
    servers = await startWithStandby()
    const settings = { DATABASE_URL: servers.primary.url, DATABASE_REPLICA_URL: servers.url }
    node = await openSecondNode(settings)
    other = await openSecondNode(settings)
    book = await storeBook(node.services)
  })
  afterAll(async () => {
    await Promise.all([node.close(), other.close()])
    await servers.close()
  })

  const random = () => Math.random().toString(36).slice(2)
  /** Returns the title found by a search at the node; the search text is random, so that no cache contains the result. */
  const titleFound = async (at: SecondNode) =>
    (await at.get(`/api/search?q=${encodeURIComponent(`"${book.author}" or ${random()}`)}`))
      .json<SearchResults>()
      .results[0]?.title.join('')
  const cachedTitle = async (at: SecondNode) =>
    (await at.get(`/api/search?q=${encodeURIComponent(book.author)}`)).json<SearchResults>().results[0]?.title.join('')
  const publish = (title: string) =>
    node.services.publish(async ({ transaction }) => void (await transaction.update(books).set({ title }).where(eq(books.id, book.id))))
  /** Returns whether responses come from the replica: a paused replica does not return a row that is changed on the primary afterwards. */
  const readsReplica = async () => {
    await servers.pause()
    const before = await titleFound(node)
    await query(servers.primary.url, `update books set title = 'Changed behind ${random()}'`)
    const found = await titleFound(node)
    await servers.resume()
    return found === before
  }

  test('searches are read from the replica, other reads from the primary', async () => {
    await expect.poll(() => titleFound(node)).toBe(book.title)
    await expect.poll(readsReplica).toBe(true)
    await servers.pause()
    await query(servers.primary.url, `update books set title = 'Renamed'`)
    expect((await node.get(`/api/books/${book.id}`)).json<Book>().title).toBe('Renamed')
    await servers.resume()
  })

  test('a lagging replica never causes an older catalogue to be found or cached', async () => {
    for (let count = 1; count <= 6; count++) {
      await (count % 2 ? servers.pause() : servers.resume())
      const title = `Edition ${count}`
      await publish(title)
      expect(await titleFound(node)).toBe(title)
      expect(await cachedTitle(node)).toBe(title)
      await expect.poll(() => other.services.catalogueVersion.current()).toBe(node.services.catalogueVersion.current())
      expect(await titleFound(other)).toBe(title)
      expect(await cachedTitle(other)).toBe(title)
    }
    await expect.poll(readsReplica).toBe(true)
  })

  test("the primary serves reads while the replica is offline, and the server reads from the replica again after the replica's restart", async () => {
    await servers.stop()
    expect((await node.get(`/api/search?q=${random()}`)).statusCode).toBe(200)
    await expect.poll(() => node.alerts).toEqual([expect.stringContaining('The replica is unavailable')])
    await publish('Published meanwhile')
    expect(await titleFound(node)).toBe('Published meanwhile')
    expect((await node.get('/api/health')).statusCode).toBe(200)
    await servers.start()
    await expect.poll(() => node.alerts.at(-1)).toBe('The replica is available again')
    await expect.poll(readsReplica).toBe(true)
  })

  test('a server connected to a standby refuses to start; a server whose database becomes a standby is unready until the standby is promoted', async () => {
    await expect(openSecondNode({ DATABASE_URL: servers.url })).rejects.toThrow('points to a standby')
    const network = await openHangingProxy(servers.primary.url)
    const moved = await openSecondNode({ DATABASE_URL: network.url })
    const health = async () => (await moved.get('/api/health')).statusCode
    network.leadTo(servers.url)
    await servers.primary.stop()
    await expect.poll(health).toBe(503)
    await expect(moved.services.publish(async () => undefined)).rejects.toSatisfy(isDatabaseUnavailable)
    await servers.promote()
    await expect.poll(health).toBe(200)
    await moved.services.publish(async () => undefined)
    await moved.close()
    await network.close()
  })
})
