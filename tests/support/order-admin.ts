import { expect } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { OrderDetails, OrderSummary } from '#contracts/shop/order-admin.ts'
import type { createModelGateway } from './model-gateway.ts'
import { storeBook } from './stored-items.ts'
import { storeOrder } from './stored-orders.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates helpers that call the orders section of the admin area. `app` is a function, because the server is opened later than the helpers
 * are created.
 */
export function createOrderAdmin(app: () => TestApp, model: ReturnType<typeof createModelGateway>) {
  const store = (order?: Parameters<typeof storeOrder>[1]) => storeOrder(app().services.database.orm, order)
  const list = (query = '') => app().get(`/api/admin/orders${query}`, app().bearer)
  const find = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).json<OrderSummary[]>().map(({ id }) => id)
  const details = async (id: string) => (await app().get(`/api/admin/orders/${id}`, app().bearer)).json<OrderDetails>()
  const act = (path: string, payload?: object) => app().send('POST', `/api/admin/orders/${path}`, payload)
  const lastDeed = async () => (await app().get('/api/audit?noun=order&limit=1', app().bearer)).json<AuditEntry[]>()[0]

  /** Creates a priced book and an order for it with an open payment at the gateway. */
  async function buy() {
    const book = await storeBook(app().services, { price: 7.99 })
    const { clientId } = (await app().send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
    const headers = { 'client-id': clientId }
    const wish = { productId: book.id, clientId, product: 'book', currency: 'USD', returnUrl: 'http://localhost:80/bookshop' }
    const next = () => app().send('POST', '/api/get-next-action', wish, {})
    const { action } = (await next()).json<{ action: string }>()
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(action) ?? []
    const form = { gateway: 'test', method: 'web', email: 'Chipo@Example.com' }
    const response = await app().send('POST', `/api/orders/${id}/payments`, form, headers)
    expect(response.statusCode, response.body).toBe(200)
    const [attempt] = (await details(id)).attempts
    if (!attempt) throw new Error('No attempt')
    const opens = async () => (await next()).json<{ action: string }>().action === 'view'
    return { book, id, attempt, payment: model.payments.get(attempt.reference), opens, clientId }
  }

  return { store, list, find, details, act, lastDeed, buy }
}
