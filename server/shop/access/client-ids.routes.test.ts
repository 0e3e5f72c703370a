import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { OwnedItems } from '#contracts/shop/access.ts'
import { createApp } from '#server/boot/app.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createClientIds } from './client-ids.ts'

const [OLD_KEY, KEY] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]

let app: TestApp
let paid: Book
let episode: Podcast
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace', SIGNING_KEYS: `${KEY},${OLD_KEY}` })
  paid = await storeBook(app.services, { price: 4.5 })
  episode = await storePodcast(app.services, { price: 2 })
})
afterAll(() => app.close())

const newClient = () => app.services.shop.access.newClientId()

/** Grants an item to an email address and gives the client access to the order. */
async function give({ clientId, product, productId }: { clientId: string; product: 'book' | 'podcast'; productId: string }) {
  const email = `${randomUUID()}@lectern.example`
  const granted = await app.send('POST', '/api/admin/orders/grants', { email, product, productId, reason: 'A gift' })
  expect(granted.statusCode, granted.body).toBe(201)
  await app.services.shop.orders.ownedItems.claim(email, clientId)
}

describe('the client id', () => {
  test('a client id is issued once, in the response and in an HttpOnly cookie', async () => {
    const response = await app.send('POST', '/api/get-client-id', undefined, {})
    const { clientId } = response.json()
    expect(clientId).toMatch(/^[\w-]{32}$/)
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ name: 'clientID', value: clientId, httpOnly: true, sameSite: 'Lax', path: '/api' })
    expect(cookie?.secure).toBeUndefined()
    expect(cookie?.maxAge).toBeGreaterThan(365 * 24 * 3600)
    expect(response.headers['cache-control']).toBe('no-store')
    const again = await app.send('POST', '/api/get-client-id', undefined, { cookie: `clientID=${clientId}` })
    expect(again.json()).toEqual({ clientId, known: true })
    expect(response.json()).toEqual({ clientId })
  })

  test('client ids differ for every browser, and a malformed cookie is replaced', async () => {
    const ids = new Set<string>()
    for (const cookie of ['', 'clientID=', 'clientID=short', `clientID=${'a'.repeat(65)}`, "clientID=' or 1=1 --", 'other=1'])
      ids.add((await app.send('POST', '/api/get-client-id', undefined, { cookie })).json().clientId)
    expect(ids.size).toBe(6)
  })

  test('a well-formed client id that this site did not issue is replaced', async () => {
    const [random, altered] = [randomBytes(24).toString('base64url'), newClient().replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]
    for (const planted of [random, altered, '_'.repeat(32), newClient().slice(0, 31), `${newClient()}A`]) {
      const response = await app.send('POST', '/api/get-client-id', undefined, { cookie: `clientID=${planted}` })
      expect(response.json().known).toBeUndefined()
      expect(response.json().clientId).not.toBe(planted)
      expect(response.cookies[0]?.value).toBe(response.json().clientId)
    }
  })

  test('a signed client id stays valid when signing keys are rotated, and a legacy unsigned id stays valid if it has orders', async () => {
    const earlier = randomBytes(24).toString('base64url')
    await give({ clientId: earlier, product: 'book', productId: paid.id })
    const signedBefore = createClientIds({
      keys: [OLD_KEY],
      heldOrders: app.services.shop.orders.ownedItems,
      rateLimits: app.services.rateLimits,
    }).issue()
    for (const known of [earlier, signedBefore]) {
      const response = await app.send('POST', '/api/get-client-id', undefined, { cookie: `clientID=${known}` })
      expect(response.json()).toEqual({ clientId: known, known: true })
    }
  })

  test('requesting a client id needs no request body, even with a JSON content type', async () => {
    expect((await app.send('POST', '/api/get-client-id', undefined, { 'content-type': 'application/json' })).statusCode).toBe(200)
  })

  describe('over TLS', () => {
    let behindProxy: Awaited<ReturnType<typeof createApp>>
    beforeAll(async () => {
      const config = { ...app.services.config, trustProxy: true, logLevel: 'silent' as const }
      behindProxy = await createApp({ ...app.services, config })
    })
    afterAll(() => behindProxy.close())

    const identify = (cookies: Record<string, string> = {}) =>
      behindProxy.inject({ method: 'POST', url: '/api/get-client-id', headers: { 'x-forwarded-proto': 'https' }, cookies })
    const owned = async (clientId: string) =>
      (await app.get('/api/owned-items', { 'client-id': clientId })).json<OwnedItems>().items.map(({ id }) => id)

    test('over TLS, the client id is set in a __Host- cookie, which only this host can set', async () => {
      const response = await identify()
      const { clientId } = response.json()
      expect(response.cookies).toEqual([
        { name: '__Host-clientID', value: clientId, path: '/', httpOnly: true, secure: true, sameSite: 'Lax', maxAge: expect.any(Number) },
      ])
      expect(response.headers['set-cookie']).not.toMatch(/domain/i)
      const again = await identify({ '__Host-clientID': clientId })
      expect(again.json()).toEqual({ clientId, known: true })
    })

    test('over TLS, a client id from a plain cookie, which another site may have planted, is never accepted, even if this site issued the id', async () => {
      const attacker = { clientId: newClient(), product: 'podcast' as const, productId: episode.id }
      await give(attacker)
      for (const planted of [newClient(), attacker.clientId]) {
        const response = await identify({ clientID: planted })
        const victim = { clientId: response.json().clientId, product: 'book' as const, productId: paid.id }
        expect(victim.clientId).not.toBe(planted)
        expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
          ['__Host-clientID', victim.clientId],
          ['clientID', ''],
        ])
        await give(victim)
        expect(await owned(victim.clientId)).toContain(paid.id)
        expect(await owned(planted)).not.toContain(paid.id)
      }
    })

    test('over TLS, a client id from a plain cookie is replaced with a new id that has access to the same purchases, up to ten times a day', async () => {
      const earlier = { clientId: randomBytes(24).toString('base64url'), product: 'book' as const, productId: paid.id }
      await give(earlier)
      const response = await identify({ clientID: earlier.clientId })
      expect(response.json()).toEqual({ clientId: expect.any(String), known: true })
      expect(await owned(response.json().clientId)).toEqual([paid.id])
      expect(await owned(earlier.clientId)).toEqual([paid.id])
      for (let count = 1; count < 10; count++) expect((await identify({ clientID: earlier.clientId })).json().known).toBe(true)
      expect((await identify({ clientID: earlier.clientId })).json().known).toBeUndefined()
    })
  })
})
