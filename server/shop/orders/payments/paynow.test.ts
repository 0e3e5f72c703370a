import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openPaynowDouble, type PaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import type { PaynowFaults } from '#tests/support/gateway-doubles/paynow-faults.ts'
import { type Field, paynowHash, paynowText } from '#tests/support/gateway-doubles/paynow-wire.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/* Tests faults of Paynow against the whole server: untrusted messages and responses change nothing, and one log line states the reason. */

let paynow: PaynowDouble
let app: TestApp
let shop: string

beforeAll(async () => {
  shop = `http://127.0.0.1:${await freePort()}`
  paynow = await openPaynowDouble({ retryMs: 50 })
  const { USD, ZWG } = paynow.integrations
  app = await openTestApp(
    {
      LOG_LEVEL: 'info',
      PUBLIC_URL: shop,
      PAYNOW_URL: paynow.url,
      PAYNOW_USD_ID: USD.id,
      PAYNOW_USD_KEY: USD.key,
      PAYNOW_ZWG_ID: ZWG.id,
      PAYNOW_ZWG_KEY: ZWG.key,
    },
    // The alert function is the same as in production.
    { alert: (details, text) => app.app.log.warn(details, text) },
  )
  await app.app.listen({ host: '127.0.0.1', port: Number(new URL(shop).port) })
})
afterAll(async () => {
  await paynow.close()
  await app.close()
})
beforeEach(async () => {
  paynow.heal()
  // Excludes payments of other tests from the checks.
  await query('update payment_attempts set next_check_at = null')
  app.logLines.length = 0
})

const query = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows

/** Reads all stored rows of orders and payments. */
async function everything() {
  const tables = ['orders', 'payment_attempts', 'attempt_events', 'gateway_messages', 'refunds_due', 'receipts', 'entitlements']
  return Promise.all(tables.map((table) => query(`select * from ${table} order by 1, 2`)))
}

/** Reads the state of orders and payments, without stored responses and check times. */
async function outcome() {
  return Promise.all([
    query('select id, state, amount_minor, page_url, handle, paid_at, ended_at from payment_attempts order by id'),
    ...['orders', 'attempt_events', 'refunds_due', 'receipts', 'entitlements'].map((table) =>
      query(`select * from ${table} order by 1, 2`),
    ),
  ])
}

type Line = { level: number; msg: string; reason?: string }

/** Returns the log lines, without the two lines that every request logs. */
function told(): Line[] {
  const lines = app.logLines.map((line) => JSON.parse(line) as Line)
  return lines.filter(({ msg }) => msg !== 'incoming request' && msg !== 'request completed')
}

/** Creates an order for a new book. The returned function `pay` starts its payment at Paynow. */
async function choose() {
  const clientId = randomBytes(24).toString('base64url')
  const headers = { 'client-id': clientId }
  const book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
  const wish = { clientId, productId: book.id, product: 'book', currency: 'USD', returnUrl: `${shop}/bookshop` }
  const { action } = (await app.send('POST', '/api/get-next-action', wish, {})).json<NextActionResponse>()
  const id = new URL(action).pathname.replace('/checkout/', '')
  const form = { gateway: 'paynow', method: 'web', email: 'rudo@reader.example' }
  return {
    id,
    pay: () => app.send('POST', `/api/orders/${id}/payments`, form, headers),
    check: () => app.send('POST', `/api/orders/${id}/check`, {}, headers),
    state: async () => (await app.get(`/api/orders/${id}`, headers)).json<Order>().state,
    attempt: async () => {
      const [attempt] = await app.services.shop.orders.attempts.listOf(id)
      if (!attempt) throw new Error('Nothing was begun')
      return attempt
    },
  }
}

/** Creates a payment that is paid at Paynow but whose notification was lost. The next check finds the payment paid. */
async function paidInSilence() {
  const visitor = await choose()
  await visitor.pay()
  const { reference, handle } = await visitor.attempt()
  paynow.faults.drop = true
  paynow.act(reference, 'pay')
  paynow.heal()
  const payment = paynow.payments.at(-1)
  if (payment?.fields.reference !== reference) throw new Error('Paynow has no such payment')
  const fields: Field[] = [
    ['reference', reference],
    ['paynowreference', payment.number.toLocaleString('en')],
    ['amount', '4.50'],
    ['status', 'Paid'],
    ['pollurl', handle.pollUrl ?? ''],
  ]
  app.logLines.length = 0
  return { ...visitor, reference, fields }
}

function sign(fields: Field[], key = paynow.integrations.USD.key) {
  return paynowText([...fields, ['hash', paynowHash(fields, key)]])
}

function tell(body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.app.inject({ method: 'POST', url: '/api/gateways/paynow/result', payload: body, headers })
}

/** Moves the last characters of each value to the start of the next value, which creates another message with the same hash. */
function shift(fields: Field[], name: string): string {
  const at = fields.findIndex(([field]) => field === name)
  const [, value] = fields[at] ?? ['', '']
  const values = fields.map(([, each], index) =>
    index === at ? value.slice(0, -1) : index === at + 1 ? `${value.slice(-1)}${each}` : each,
  )
  const shifted = fields.map(([field], index): Field => [field, values[index] ?? ''])
  const hash = paynowHash(fields, paynow.integrations.USD.key)
  expect(paynowHash(shifted, paynow.integrations.USD.key)).toBe(hash)
  return paynowText([...shifted, ['hash', hash]])
}

const put = (fields: Field[], name: string, value: string) => fields.map(([field, old]): Field => [field, field === name ? value : old])

describe('Paynow notifications', () => {
  test.each<[what: string, write: (fields: Field[]) => string, why: string]>([
    ['whose reference is shifted into the next field', (fields) => shift(fields, 'reference'), 'The reference is invalid'],
    ['whose number is shifted into the amount', (fields) => shift(fields, 'paynowreference'), 'other_amount'],
    ['whose amount is shifted into the status', (fields) => shift(fields, 'amount'), 'The status is invalid'],
    ['whose status is shifted into the poll address', (fields) => shift(fields, 'status'), 'The poll URL is not on Paynow’s host'],
    ['with a field twice', (fields) => sign([...fields, ['status', 'Paid']]), 'A field is repeated'],
    ['with a field twice in another spelling', (fields) => sign([...fields, ['Reference', '1']]), 'A field is repeated'],
    ['hashed over other bytes', (fields) => sign(fields).replace('amount=4.50', 'amount=4.51'), 'The hash matches no integration'],
    ['signed with the other currency’s key', (fields) => sign(fields, paynow.integrations.ZWG.key), 'other_currency'],
    [
      'with a foreign poll address',
      (fields) => sign(put(fields, 'pollurl', 'https://paynow.evil.example/Interface/CheckPayment/?guid=1')),
      'The poll URL is not on Paynow’s host',
    ],
    ['about an unknown payment', (fields) => sign(put(fields, 'reference', '0'.repeat(32))), 'unknown_payment'],
  ])('a Paynow notification %s changes nothing and is logged with the reason', async (_what, write, why) => {
    const { fields, state } = await paidInSilence()
    const before = await everything()
    const body = write(fields)
    await tell(body)
    await delay(200)
    expect(await everything()).toEqual(before)
    expect(told()).toEqual([expect.objectContaining({ level: 40, gateway: 'paynow', reason: why })])
    expectNoSecret(body)
    // The genuine notification triggers a check that finds the payment paid.
    expect((await tell(sign(fields))).statusCode).toBe(200)
    await expect.poll(state).toBe('paid')
    expect(told()).toHaveLength(1)
  })

  test.each<[what: string, again: (body: string) => string]>([
    ['as it was', (body) => body],
    ['in another spelling', (body) => body.replace('status=', 'Status=').replace('4.50', '4%2e50')],
  ])('a Paynow notification repeated %s changes nothing and is logged with the reason', async (_what, again) => {
    const { fields, attempt, reference } = await paidInSilence()
    const body = sign(fields)
    await tell(body)
    await expect.poll(attempt).toMatchObject({ state: 'paid', lease: null })
    expect(told()).toEqual([])
    paynow.faults.drop = true
    paynow.act(reference, 'refund')
    paynow.heal()
    const before = await everything()
    expect((await tell(again(body))).statusCode).toBe(200)
    await delay(200)
    expect(await everything()).toEqual(before)
    expect(told()).toEqual([expect.objectContaining({ level: 30, gateway: 'paynow', reason: 'duplicate' })])
    expectNoSecret(body)
  })
})

describe('Paynow responses', () => {
  const faults: [what: string, faults: Partial<PaynowFaults>, why: RegExp][] = [
    ['a page with status 200', { answers: 'html' }, /can’t be read/],
    ['a wrong hash', { wrongHash: true }, /invalid hash/],
    ['a foreign poll address', { pollHost: 'paynow.evil.example' }, /poll URL (that is not )?on Paynow’s host/],
  ]

  const askers: Record<string, (payment: Awaited<ReturnType<typeof paidInSilence>>) => Promise<unknown>> = {
    'the page that waits': ({ check }) => check(),
    'the background work': async ({ id }) => {
      await query(`update payment_attempts set next_check_at = now() - interval '1 second' where order_id = $1`, [id])
      await app.services.shop.orders.payments.reconcile()
    },
    'an administrator': async ({ id, attempt }) => app.send('POST', `/api/admin/orders/${id}/attempts/${(await attempt()).id}/check`),
    'a message': async ({ fields, attempt }) => {
      await tell(sign(fields))
      await expect.poll(attempt).toMatchObject({ notified: false, lease: null })
    },
  }

  test.each(faults.flatMap(([what, fault, why]) => Object.keys(askers).map((asker) => ({ what, fault, why, asker }))))(
    'a Paynow response with $what to a check by $asker changes nothing and is logged with the reason',
    async ({ fault, why, asker }) => {
      const payment = await paidInSilence()
      Object.assign(paynow.faults, fault)
      const before = await outcome()
      await askers[asker]?.(payment)
      expect(await outcome()).toEqual(before)
      await delay(100)
      expect(told()).toEqual([expect.objectContaining({ level: 40, gateway: 'paynow', reason: expect.stringMatching(why) })])
      expectNoSecret(sign(payment.fields))
    },
  )

  test.each(faults)(
    'a Paynow response with %s to a new payment causes a 503, no redirect, and a log line with the reason',
    async (_what, fault, why) => {
      const { pay, attempt } = await choose()
      Object.assign(paynow.faults, fault)
      app.logLines.length = 0
      expect((await pay()).json()).toMatchObject({ status: 503, code: 'unavailable' })
      expect(await attempt()).toMatchObject({ state: 'initiating', pageUrl: null, handle: {} })
      await delay(100)
      expect(told()).toEqual([expect.objectContaining({ level: 40, gateway: 'paynow', reason: expect.stringMatching(why) })])
    },
  )

  test('a Paynow response with an unknown status changes nothing, and the log names the status', async () => {
    const { check, attempt } = await paidInSilence()
    paynow.faults.status = 'Under Review'
    await check()
    expect(await attempt()).toMatchObject({ state: 'open', paidAt: null })
    expect(told()).toEqual([expect.objectContaining({ level: 40, gateway: 'paynow', msg: expect.stringContaining('Under Review') })])
  })

  test('a Paynow response that refuses a new payment fails the attempt with the given reason, and the buyer can retry', async () => {
    const { pay, state } = await choose()
    for (const [refusal, reason] of [
      [[['status', 'Invalid Id.']], 'Invalid Id.'],
      [[['status', 'Failed']], 'Paynow refused the payment'],
    ] satisfies [PaynowFaults['refusal'], string][]) {
      paynow.faults.refusal = refusal
      const response = await pay()
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json<Order>()).toMatchObject({ state: 'unpaid', attempt: { state: 'failed', reason } })
    }
    paynow.heal()
    await pay()
    expect(await state()).toBe('paying')
  })

  test.each(['Paid', 'Cancelled', 'Refunded'])(
    'a Paynow response signed with the other currency’s key and the status %s changes no state, and the reason is logged',
    async (status) => {
      const { id, check, attempt } = await paidInSilence()
      Object.assign(paynow.faults, { otherKey: true, status })
      await check()
      expect(await attempt()).toMatchObject({ state: 'open', paidAt: null, endedAt: null })
      expect(await query('select * from entitlements join orders using (product, product_id) where orders.id = $1', [id])).toEqual([])
      expect(told()).toEqual([expect.objectContaining({ level: 40, gateway: 'paynow', msg: expect.stringContaining('450 ZWG') })])
    },
  )
})

/** Verifies that the log contains no keys, hashes, gateway URLs or email addresses. */
function expectNoSecret(body: string) {
  const log = app.logLines.join('\n').toLowerCase()
  const hash = /hash=(\w+)/.exec(body)?.[1] ?? '-'
  const guid = /guid(?:=|%3d)([\w-]{8,})/.exec(body)?.[1] ?? 'guid='
  const { USD, ZWG } = paynow.integrations
  for (const secret of [USD.key, ZWG.key, hash, guid, 'reader.example']) expect(log).not.toContain(secret.toLowerCase())
}
