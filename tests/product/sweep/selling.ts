import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { OrderDetails } from '#contracts/shop/order-admin.ts'
import type { PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import type { Rate } from '#contracts/shop/rate.ts'
import type { TestGatewayPayment } from '#contracts/shop/test-gateway.ts'
import { createTestGatewayMessages } from '#server/shop/gateways/test/test-gateway.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { buildAudio, buildPodcastForm } from '#tests/support/sample-files.ts'
import type { Headers } from './catalogue.ts'
import type { DescribedApi } from './described-api.ts'

/** Adds exchange rates, including one that needs a confirmation. */
export async function rateLifeCycles(api: DescribedApi, admin: Headers) {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const enter = async (zwgPerUsd: string, asOf: string) =>
    (await api.ask(201, 'POST /api/rates', { headers: admin, json: { zwgPerUsd, source: 'Reserve Bank', asOf } })).json<Rate>()
  await enter('26.7431', at(2))
  const odd = await enter('40', at(1))
  expect(odd.state).toBe('waiting')
  await api.ask(400, 'POST /api/rates', { headers: admin, json: { zwgPerUsd: '0.1' } })
  await api.ask(200, 'GET /api/rates/standing', { headers: admin })
  await api.ask(200, `POST /api/rates/${odd.id}/confirm`, { headers: admin })
  await api.ask(404, 'POST /api/rates/nothing/confirm', { headers: admin })
  await api.ask(200, 'POST /api/rates/import', { headers: admin, json: { csv: 'date,rate,source\n2024-11-20,26.7431,Bank' } })
  await api.ask(200, 'GET /api/rates', { headers: admin })
}

/**
 * Tests orders that are paid, canceled, paid twice, refunded, granted and revoked, and purchases restored by email. Returns an order for
 * the tests of pages.
 */
export async function orderLifeCycles(api: DescribedApi, admin: Headers, { book, dataDir }: { book: Book; dataDir: string }) {
  const { clientId } = (await api.ask(200, 'POST /api/get-client-id')).json<{ clientId: string }>()
  const email = `chipo-${randomUUID().slice(0, 8)}@reader.example`
  const wish = { productId: book.id, product: 'book', currency: 'USD', returnUrl: `${api.url}/bookshop` }
  const order = async (buyer: string) => {
    const { action } = (await api.ask(200, 'POST /api/get-next-action', { json: { ...wish, clientId: buyer } })).json<{ action: string }>()
    return new URL(action).pathname.replace('/checkout/', '/api/orders/')
  }
  const details = async (path: string) =>
    (await api.ask(200, `GET ${path.replace('/orders', '/admin/orders')}`, { headers: admin })).json<OrderDetails>()
  const form = { gateway: 'test', method: 'web', email }

  const path = await order(clientId)
  const headers = { 'client-id': clientId }
  await api.ask(200, `GET ${path}`, { headers })
  await api.ask(404, `GET ${path}`, { headers: { 'client-id': 'x'.repeat(32) } })
  await api.ask(400, `GET ${path}`)
  await api.ask(204, `GET ${path}/existence`)
  await api.ask(404, 'GET /api/orders/nothing/existence')
  await api.ask(400, `POST ${path}/payments`, { headers, json: {} })
  await api.ask(200, `POST ${path}/payments`, { headers, json: form })
  const first = (await details(path)).attempts[0]
  await api.ask(200, `POST ${path}/cancel`, { headers })
  await api.ask(200, `POST ${path}/payments`, { headers, json: form })
  const second = (await details(path)).attempts[0]
  const testGatewayPath = (reference = '') => `/api/sandbox-gateway/payments/${reference}`
  const { returnUrl } = (await api.ask(200, `GET ${testGatewayPath(second?.reference)}`)).json<TestGatewayPayment>()
  const claim = (key: string | null) => ({ headers: { 'client-id': 'y'.repeat(32) }, json: { key } })
  await api.ask(200, `POST ${path}/claim`, claim(new URL(returnUrl).searchParams.get('key')))
  await api.ask(400, `POST ${path}/claim`, claim('forged'))
  await api.ask(404, `GET ${testGatewayPath('0'.repeat(32))}`)
  await api.ask(400, `POST ${testGatewayPath(second?.reference)}`, { json: { action: 'steal' } })
  await api.ask(200, `POST ${testGatewayPath(second?.reference)}`, { json: { action: 'pay' } })
  const state = async () => (await api.ask(200, `POST ${path}/check`, { headers })).json<Order>().state
  await vi.waitUntil(async () => (await state()) === 'paid', { timeout: 60_000 })
  await api.ask(200, 'POST /api/get-next-action', { json: { ...wish, clientId } })
  await api.ask(200, `GET ${path}/receipt`, { headers })
  for (const next of [`other-${email}`, email]) await api.ask(200, `POST ${path}/email`, { headers, json: { email: next } })
  await api.ask(409, `POST ${path}/email`, { headers, json: { email } })
  await api.ask(200, 'GET /api/owned-items', { headers })
  await api.ask(400, 'GET /api/owned-items')
  await api.ask(200, `GET /api/owned-items/books/${book.id}`, { headers })
  await api.ask(404, `GET /api/owned-items/podcasts/${book.id}`, { headers })
  await api.ask(400, `GET /api/owned-items/books/${book.id}`)
  await api.ask(404, 'POST /api/get-next-action', { json: { ...wish, clientId, productId: 'nothing' } })

  const messages = createTestGatewayMessages((await readFile(join(dataDir, 'sandbox.key'), 'utf8')).trim())
  const message = messages.write({ reference: second?.reference ?? '', state: 'paid', at: new Date() })
  await api.ask(200, 'POST /api/gateways/test/message', {
    headers: { 'content-type': 'text/plain', ...(message.headers as Record<string, string>) },
    bytes: message.body,
  })
  await api.ask(400, 'POST /api/gateways/test/message', {
    headers: { 'content-type': 'text/plain', 'x-test-signature': 'x' },
    bytes: message.body,
  })

  // The canceled payment completes after all, so a refund is due.
  await api.ask(200, `POST ${testGatewayPath(first?.reference)}`, { json: { action: 'pay-late' } })
  const attempt = (id: string | undefined) => `POST ${path.replace('/orders', '/admin/orders')}/attempts/${id}`
  await api.ask(200, `${attempt(first?.id)}/check`, { headers: admin })
  const isDue = async () => (await details(path)).attempts.some(({ refundDue }) => refundDue !== null)
  await vi.waitUntil(isDue, { timeout: 60_000 })
  await api.ask(200, `${attempt(first?.id)}/settle`, { headers: admin, json: { reason: 'Paid twice' } })
  await api.ask(409, `${attempt(first?.id)}/settle`, { headers: admin, json: { reason: 'Again' } })
  await api.ask(200, 'GET /api/purchases', { headers })

  // The episode is granted before purchases are restored, so that the restoring browser owns the episode too.
  const recording = await buildPodcastForm({ title: 'For one listener', price: '2', audio: buildAudio({ seconds: 3 }) })
  const episode = (await api.ask(201, 'POST /api/podcasts', { headers: admin, form: recording })).json<Podcast>()
  const gift = { email, product: 'podcast', productId: episode.id, reason: 'A gift' }
  await api.ask(201, 'POST /api/admin/orders/grants', { headers: admin, json: gift })
  await api.ask(204, 'POST /api/purchases/codes', { json: { email, clientId } })
  // The pattern matches only the email with the code, since an id in a receipt may also begin with eight digits.
  const subject = /^Subject: (\d{8}) is your code/m
  const [, code = ''] = subject.exec(await newestMail(dataDir, email, subject)) ?? []
  await api.ask(200, 'POST /api/purchases', { json: { email, clientId, code } })
  await api.ask(400, 'POST /api/purchases', { json: { email, clientId, code: 'none' } })
  const place = { page: 2, text: { part: 1, block: 4, offset: 20 } }
  await api.ask(200, `PUT /api/reading-places/${book.id}`, { headers, json: place })
  await api.ask(200, `GET /api/reading-places/${book.id}`, { headers })
  await api.ask(200, `GET /api/owned-items/podcasts/${episode.id}`, { headers })
  await api.ask(404, `PUT /api/reading-places/${book.id}`, { headers: { 'client-id': 'x'.repeat(32) }, json: place })
  await api.ask(404, 'GET /api/reading-places/nothing', { headers })
  await personalFeedLifeCycle(api, { headers, stranger: { 'client-id': 'x'.repeat(32) } })
  await api.ask(200, `${attempt(second?.id)}/refunded`, { headers: admin, json: { reason: 'Asked for it' } })
  await api.ask(200, `${attempt(second?.id)}/refunded/undo`, { headers: admin, json: { reason: 'It was not paid out' } })
  await api.ask(200, `${attempt(second?.id)}/refunded`, { headers: admin, json: { reason: 'Paid out now' } })

  const grant = { email, product: 'book', productId: book.id, reason: 'A gift' }
  const granted = (await api.ask(201, 'POST /api/admin/orders/grants', { headers: admin, json: grant })).json<OrderDetails>()
  await api.ask(404, 'POST /api/admin/orders/grants', { headers: admin, json: { ...grant, productId: 'nothing' } })
  await api.ask(200, `POST /api/admin/orders/${granted.id}/grant/revoke`, { headers: admin, json: { reason: 'A mistake' } })
  await api.ask(409, `POST /api/admin/orders/${granted.id}/grant/revoke`, { headers: admin, json: { reason: 'Again' } })
  const sale = {
    email,
    product: 'podcast',
    productId: episode.id,
    amount: '2',
    currency: 'USD',
    method: 'cash',
    paidOn: new Date().toISOString().slice(0, 10),
  }
  await api.ask(409, 'POST /api/admin/orders/payments', { headers: admin, json: sale })
  await api.ask(404, 'POST /api/admin/orders/payments', { headers: admin, json: { ...sale, productId: 'nothing' } })
  const inPerson = { ...sale, email: 'in-person@reader.example' }
  const paid = (await api.ask(201, 'POST /api/admin/orders/payments', { headers: admin, json: inPerson })).json<OrderDetails>()
  const check = `POST /api/admin/orders/${paid.id}/attempts/${paid.attempts[0]?.id}/check`
  await api.ask(200, `POST /api/admin/orders/${paid.id}/mail`, { headers: admin })
  const correction = { headers: admin, json: { email: 'corrected@lectern.example' } }
  await api.ask(200, `POST /api/admin/orders/${paid.id}/email`, correction)
  await api.ask(409, `POST /api/admin/orders/${paid.id}/email`, correction)
  await api.ask(409, check, { headers: admin })
  for (const list of [
    '/api/admin/orders?limit=5',
    '/api/admin/sales',
    '/api/admin/sales/current',
    '/api/admin/sales.csv',
    '/api/admin/statistics',
    '/api/admin/statistics.csv',
    `/api/admin/statistics/book/${book.id}`,
  ])
    await api.ask(200, `GET ${list}`, { headers: admin })
  await api.ask(200, 'POST /api/admin/owners', { headers: admin, json: { product: 'book', productIds: [book.id] } })
  return { order: path.split('/').at(-1) ?? '', clientId, reference: second?.reference ?? '' }
}

/** Creates, reads and revokes a personal feed. */
async function personalFeedLifeCycle(api: DescribedApi, { headers, stranger }: Record<'headers' | 'stranger', Record<string, string>>) {
  await api.ask(409, 'POST /api/personal-feed', { headers: stranger })
  const { feed } = (await api.ask(200, 'POST /api/personal-feed', { headers })).json<PersonalFeedState>()
  await api.ask(200, 'GET /api/personal-feed', { headers })
  const { pathname, search } = new URL(feed?.url ?? '')
  const rss = await api.ask(200, `GET ${pathname}${search}`)
  await api.ask(304, `GET ${pathname}${search}`, { headers: { 'if-none-match': rss.headers.get('etag') ?? '' } })
  const [, grant = ''] = /url="([^"]+feed=[^"]+)"/.exec(rss.text) ?? []
  const enclosure = new URL(grant)
  await api.ask(200, `GET ${enclosure.pathname}${enclosure.search}`)
  await api.ask(204, 'DELETE /api/personal-feed/elsewhere', { headers })
  await api.ask(204, 'DELETE /api/personal-feed', { headers })
  await api.ask(403, `GET ${enclosure.pathname}${enclosure.search}`)
  await api.ask(404, `GET ${pathname}${search}`)
}
