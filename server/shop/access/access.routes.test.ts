import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { NextActionResponse, OwnedItems } from '#contracts/shop/access.ts'
import { createApp } from '#server/boot/app.ts'
import { openServices } from '#server/boot/services.ts'
import { createSignedUrls, SIGNED_URL_SECONDS } from '#server/media/store/signed-urls.ts'
import { entitle } from '#tests/support/entitle.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const [OLD_KEY, KEY] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
const ORIGIN = 'http://localhost:80'.replace(':80', '')
const SHOP = 'https://shop.example'

let app: TestApp
let free: Book
let paid: Book
let episode: Podcast
const content = randomBytes(5000)
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace', SIGNING_KEYS: `${KEY},${OLD_KEY}`, ALLOWED_ORIGINS: SHOP })
  free = await storeBook(app.services)
  paid = await storeBook(app.services, { price: 4.5, content })
  episode = await storePodcast(app.services, { price: 2 })
})
afterAll(() => app.close())

const newClient = () => app.services.shop.access.newClientId()
const host = { host: 'localhost' }

function ask(changes: Record<string, unknown>, headers: Record<string, string> = host) {
  const request = { productId: paid.id, clientId: newClient(), product: 'book', currency: 'USD', returnUrl: `${ORIGIN}/bookshop` }
  return app.send('POST', '/api/get-next-action', { ...request, ...changes }, headers)
}

/** Creates a client that owns the priced item, and returns the signed URL of the item's file. */
async function buy(product: 'book' | 'podcast' = 'book') {
  const owner = { clientId: newClient(), product, productId: product === 'book' ? paid.id : episode.id }
  await entitle(app.services, owner)
  const { action, url = '' } = (await ask(owner)).json<NextActionResponse>()
  expect(action).toBe('view')
  return { ...owner, url }
}

describe('owned items', () => {
  const owned = (clientId: string, headers: Record<string, string> = {}) =>
    app.get('/api/owned-items', { 'client-id': clientId, ...headers })

  test('owned items are listed only for the browser that owns them and are never cached', async () => {
    const { clientId } = await buy()
    await entitle(app.services, { clientId, product: 'podcast', productId: episode.id })
    const response = await owned(clientId)
    expect(new Set(response.json<OwnedItems>().items)).toEqual(
      new Set([
        { kind: 'book', id: paid.id },
        { kind: 'podcast', id: episode.id },
      ]),
    )
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.headers.etag).toBeUndefined()
    expect((await owned(newClient())).json()).toEqual({ items: [] })
  })

  test('the list of owned items is empty after the purchase is revoked', async () => {
    const owner = await buy()
    await entitle(app.services, owner, false)
    expect((await owned(owner.clientId)).json()).toEqual({ items: [] })
  })

  test('owned items can be requested by pages on allowed origins and require a client id', async () => {
    const answer = await owned(newClient(), { origin: SHOP })
    expect(answer.headers['access-control-allow-origin']).toBe(SHOP)
    const headers = { origin: SHOP, 'access-control-request-method': 'GET', 'access-control-request-headers': 'client-id' }
    const asked = await app.app.inject({ method: 'OPTIONS', url: '/api/owned-items', headers })
    expect(asked.headers['access-control-allow-headers']).toMatch(/client-id/i)
    for (const clientId of ['', 'short', "' or 1=1 --"]) expect((await owned(clientId)).statusCode).toBe(400)
  })

  test('an owner gets an item in any state by its id, its slug and a former slug; other browsers get 404', async () => {
    const { clientId } = await buy()
    const view = (id: string, headers: Record<string, string>) => app.get(`/api/owned-items/books/${id}`, headers)
    const stranger = newClient()
    await entitle(app.services, { clientId: stranger, product: 'book', productId: free.id })
    for (const address of [paid.id, paid.id.toUpperCase(), paid.slug, paid.slug.toUpperCase()]) {
      expect((await view(address, { 'client-id': clientId })).json()).toMatchObject({ id: paid.id })
      for (const other of [stranger, newClient()]) expect((await view(address, { 'client-id': other })).statusCode).toBe(404)
    }
    expect((await view('unknown', { 'client-id': clientId })).statusCode).toBe(404)
    expect((await app.get(`/api/owned-items/podcasts/${paid.slug}`, { 'client-id': clientId })).statusCode).toBe(404)
  })

  test('owned items are found through a database index', async () => {
    const { rows } = await app.services.database.pool.query(
      'explain (format json) select product, product_id from entitlements where client_digest = $1 and revoked_at is null',
      ['x'],
    )
    const plan = JSON.stringify(rows[0]['QUERY PLAN'])
    expect(plan).toContain('entitlements_active')
  })
})

describe('the next action', () => {
  test('the next action for a free item is to view the item at its public URL', async () => {
    const response = await ask({ productId: free.id })
    expect(response.json()).toEqual({ action: 'view', url: `/api/media/${free.pdfUrl}` })
    expect(response.headers['cache-control']).toBe('no-store')
    expect((await app.get(`/api/media/${free.pdfUrl}`)).statusCode).toBe(200)
  })

  test.each([
    ['book', 'USD'],
    ['podcast', 'ZWG'],
  ] as const)(
    'the next action for a priced %s in %s is the checkout, on the visitor’s origin and without the client id',
    async (product, currency) => {
      const clientId = newClient()
      const productId = product === 'book' ? paid.id : episode.id
      for (const [origin, path] of [
        [ORIGIN, '/bookshop?q=a%20b#top'],
        [SHOP, '/'],
      ] as const) {
        const response = await ask({ product, productId, clientId, currency, returnUrl: `${origin}${path}` })
        const address = new URL(response.json<NextActionResponse>().action)
        expect(response.json()).toEqual({ action: address.href })
        expect(address.origin).toBe(origin)
        const order = await app.get(`/api${address.pathname.replace('checkout', 'orders')}`, { 'client-id': clientId })
        expect(order.json()).toMatchObject({ product: { kind: product, id: productId }, returnUrl: `${origin}${path}` })
        // Prices in ZWG need an exchange rate. Without a rate, an order in ZWG falls back to dollars.
        expect(Object.fromEntries(address.searchParams)).toEqual(currency === 'ZWG' ? { wish: 'ZWG' } : {})
        expect(address.href).not.toContain(clientId)
      }
    },
  )

  test('the next action for an owned item is to view the item at a signed URL, which serves the whole file and ranges', async () => {
    const { url } = await buy()
    const [whole, part] = [await app.get(url), await app.get(url, { range: 'bytes=100-199' })]
    expect([whole.statusCode, part.statusCode]).toEqual([200, 206])
    expect(whole.rawPayload.equals(content)).toBe(true)
    expect(part.rawPayload.equals(content.subarray(100, 200))).toBe(true)
    expect((await app.get((await buy('podcast')).url)).statusCode).toBe(200)
  })

  test('the next action is the checkout if the client, the product or the kind of product differs from the purchase', async () => {
    const owner = await buy()
    const other = await storeBook(app.services, { price: 4.5 })
    for (const changes of [{ clientId: newClient() }, { productId: other.id }, { product: 'podcast', productId: episode.id }]) {
      expect((await ask({ ...owner, url: undefined, ...changes })).json().action).toMatch(/^http.+\/checkout\//)
    }
  })

  test.each([
    ['a book', 'book', randomUUID(), 'Book not found'],
    ['an episode', 'podcast', randomUUID(), 'Episode not found'],
    ['an id of any text', 'book', "'; drop table books; --", 'Book not found'],
  ])('requesting the next action for %s that does not exist returns 404', async (_name, product, productId, title) => {
    const response = await ask({ product, productId })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', title })
  })

  test('requesting the next action for an episode’s id as a book returns 404', async () => {
    expect((await ask({ productId: episode.id })).statusCode).toBe(404)
  })

  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://shop.example:8443/',
    'http://shop.example/',
    'http://localhost:81/bookshop',
    'https://localhost/bookshop',
    '//evil.example/',
    '/bookshop',
    '\\\\evil.example',
    'javascript:alert(1)//http://localhost/',
    'data:text/html,http://localhost/',
    'not an address',
    '',
    `http://localhost/${'a'.repeat(8000)}`,
  ])('the next action is refused for the return URL %j', async (returnUrl) => {
    for (const productId of [paid.id, free.id]) {
      const response = await ask({ returnUrl, productId })
      expect(response.statusCode).toBe(400)
      expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual(['returnUrl'])
    }
  })

  test('return URLs are accepted only on the origin of the public URL and on allowed origins, regardless of the Host header', async () => {
    const config = { ...app.services.config, publicUrl: 'https://lectern.example', logLevel: 'silent' as const }
    const services = await openServices(config)
    const own = await createApp(services)
    const statuses: number[] = []
    for (const origin of ['https://lectern.example', 'http://evil.example', SHOP]) {
      const payload = { productId: paid.id, clientId: newClient(), product: 'book', currency: 'USD', returnUrl: `${origin}/` }
      statuses.push(
        (await own.inject({ method: 'POST', url: '/api/get-next-action', headers: { host: 'evil.example' }, payload })).statusCode,
      )
    }
    await own.close()
    await services.close()
    expect(statuses).toEqual([200, 400, 200])
  })

  test.each([
    ['no product id', { productId: undefined }, 'productId'],
    ['an empty product id', { productId: '' }, 'productId'],
    ['a product id with a NUL', { productId: 'a\0b' }, 'productId'],
    ['a number for a product id', { productId: 7 }, 'productId'],
    ['an unknown kind', { product: 'film' }, 'product'],
    ['an unknown currency', { currency: 'EUR' }, 'currency'],
    ['no client id', { clientId: undefined }, 'clientId'],
    ['a client id that can be guessed', { clientId: '1' }, 'clientId'],
  ])('requesting the next action with %s is refused', async (_name, changes, field) => {
    const response = await ask(changes)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual([field])
  })
})

describe('a signed URL', () => {
  const file = () => `/api/media/${paid.pdfUrl}`

  test('a signed URL stops working once the purchase is revoked, and a new purchase gives access again', async () => {
    const owner = await buy()
    expect((await app.get(owner.url, { range: 'bytes=0-9' })).statusCode).toBe(206)
    await entitle(app.services, owner, false)
    expect((await app.get(owner.url, { range: 'bytes=10-19' })).statusCode).toBe(403)
    expect((await ask({ ...owner, url: undefined })).json().action).toContain('/checkout/')
    await entitle(app.services, owner)
    expect((await app.get((await ask({ ...owner, url: undefined })).json().url)).statusCode).toBe(200)
  })

  test('a signed URL is refused when it is expired, modified, for another file or signed with another key', async () => {
    const { url } = await buy()
    const grant = new URL(url, ORIGIN).searchParams.get('grant') ?? ''
    const entitlementId = grant.split('.')[1] ?? ''
    const sign = (keys: string[], key: string, now = Date.now()) => createSignedUrls(keys, () => now).sign({ key, entitlementId })
    expect((await app.get(`${file()}?grant=${sign([KEY], paid.pdfUrl)}`)).statusCode).toBe(200)

    const bad = {
      'no grant': undefined,
      'an empty grant': '',
      'one that has run out': sign([KEY], paid.pdfUrl, Date.now() - SIGNED_URL_SECONDS * 1000 - 1000),
      'a changed one': `${grant.slice(0, -1)}${grant.endsWith('A') ? 'B' : 'A'}`,
      'one with a tail': `${grant}.x`,
      'another file’s': sign([KEY], episode.audioUrl),
      'another key’s': sign([randomBytes(32).toString('base64url')], paid.pdfUrl),
      'another entitlement’s': createSignedUrls([KEY]).sign({ key: paid.pdfUrl, entitlementId: randomUUID() }),
    }
    for (const [name, grant] of Object.entries(bad)) {
      const response = await app.get(grant === undefined ? file() : `${file()}?grant=${encodeURIComponent(grant)}`)
      expect(response.statusCode, name).toBe(403)
      expect(response.json(), name).toMatchObject({ code: 'forbidden' })
    }
    expect((await app.get(`${file()}?grant=${'x'.repeat(501)}`)).statusCode).toBe(400)
    expect((await app.get(`${file()}?grant=a&grant=b`)).statusCode).toBe(400)
  })

  test('a signed URL gives no access to the file of another product', async () => {
    const { url } = await buy()
    const entitlementId = new URL(url, ORIGIN).searchParams.get('grant')?.split('.')[1] ?? ''
    const forged = app.services.signedUrls.sign({ key: episode.audioUrl, entitlementId })
    expect((await app.get(`/api/media/${episode.audioUrl}?grant=${forged}`)).statusCode).toBe(403)
  })

  test('a signed URL stays valid when the signing key is rotated', async () => {
    const { url } = await buy()
    const entitlementId = new URL(url, ORIGIN).searchParams.get('grant')?.split('.')[1] ?? ''
    const before = createSignedUrls([OLD_KEY]).sign({ key: paid.pdfUrl, entitlementId })
    expect((await app.get(`${file()}?grant=${before}`)).statusCode).toBe(200)
  })

  test('signed URLs and client ids never appear in the log', async () => {
    const { url, clientId } = await buy()
    const grant = new URL(url, ORIGIN).searchParams.get('grant') ?? ''
    await app.get(url)
    await app.get(`${url}x`)
    await app.get(`/nowhere?grant=${grant}`)
    await app.get(`/api/books?limit=${grant}`)
    const logs = app.logLines.join('')
    expect(logs).toContain(paid.pdfUrl)
    for (const secret of [grant, grant.slice(-43), clientId, 'grant=']) expect(logs).not.toContain(secret)
  })
})
