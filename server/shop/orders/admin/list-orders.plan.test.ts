// @module-tag full

import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrderQuery } from '#contracts/shop/order-admin.ts'
import { ORDER_STATES } from '#contracts/shop/payment.ts'
import { listObtained } from '#server/shop/orders/checkout/claim-orders.ts'
import { listHeld } from '#server/shop/orders/checkout/list-purchases.ts'
import { createMoneyStore } from '#server/shop/orders/ledger/money-movements.ts'
import { createReceiptStore } from '#server/shop/receipts/receipts.store.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { createListOrders } from './list-orders.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows'?: number; Plans?: Plan[] }

const ORDERS = 40_000
const id = (table: string, number: string) => `'${table}000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`

const WORDS =
  'harvest seed lamp letter river garden bread shepherd kraal baobab morning silence promise courage window table stone road letter fire rain hill song door'
const word = (number: string) => `(string_to_array('${WORDS}', ' '))[(${number}) % 24 + 1]`

/** Test data. Most orders are paid or abandoned; the tests filter for the few orders in other states. */
const FILL = `
  insert into orders (id, product, product_id, title, currency, amount_minor, price_minor, email, return_url, closed_at)
  select ${id('01', 'n')}, 'book', 'book-' || n % 576, ${word('n')} || ' of ' || ${word('n / 24')}, 'USD', 799, 799,
    'buyer' || n || '@example.com', '/', case when n % 5 < 4 then now() end
  from generate_series(1, ${ORDERS}) n;
  insert into payment_attempts (id, order_id, client_digest, product, product_id, currency, amount_minor, gateway, method, reference,
    gateway_reference, gateway_ids, state, paid_at)
  select ${id('02', 'n')}, ${id('01', 'n')}, 'client-' || n, 'book', 'book-' || n % 500, 'USD', 799, 'test', 'web', 'reference-' || n,
    'gateway-' || n, array['gateway-' || n], state, case when state = 'paid' then now() end
  from generate_series(1, ${ORDERS}) n, lateral (select case
    when n % 2000 = 7 then 'disputed' when n % 2000 = 8 then 'refunded' when n % 2000 = 10 then 'charged_back' when n % 2000 = 11 then 'open'
    when n % 5 < 3 then 'paid' else 'cancelled' end as state) s
  where n % 5 < 4;
  insert into order_viewers (order_id, client_digest) select ${id('01', 'n')}, 'client-' || n from generate_series(1, ${ORDERS}) n;
  insert into copies (id, order_id, product, product_id, email, reason) select ${id('04', 'n')}, ${id('01', 'n')}, 'book', 'book-' || n % 576,
    'buyer' || n || '@example.com', case when n % 1000 = 4 then 'A gift' end from generate_series(1, ${ORDERS}) n where n % 5 < 3 or n % 1000 = 4;
  insert into copy_holders (copy_id, client_digest) select ${id('04', 'n')}, 'client-' || n from generate_series(1, ${ORDERS}) n
    where n % 5 < 3 or n % 1000 = 4;
  insert into refunds_due (attempt_id, reason) select ${id('02', 'n')}, 'second_payment' from generate_series(2000, ${ORDERS}, 4000) n;
  insert into money_movements (id, attempt_id, kind, amount_minor, source, at, booked_at)
  select ${id('03', 'n')}, ${id('02', 'n')}, 'payment', 799, 'payment', now(), now() from generate_series(1, ${ORDERS}) n where n % 5 < 3;
  insert into receipts (number, attempt_id, order_id, email, dated_at)
  select n, ${id('02', 'n')}, ${id('01', 'n')}, 'x@example.com', now() from generate_series(1, ${ORDERS}) n where n % 5 < 3;
`

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
  const client = await services.database.pool.connect()
  await client.query(FILL)
  // Statistics are collected from all rows, because a random sample can miss rare states and change the query plan.
  await client.query('set default_statistics_target = 1000')
  for (const table of [
    'orders',
    'order_viewers',
    'payment_attempts',
    'copies',
    'copy_holders',
    'refunds_due',
    'money_movements',
    'receipts',
  ])
    await client.query(`vacuum analyze ${table}`)
  await client.query('reset default_statistics_target')
  client.release()
})
afterAll(() => services.close())

/** Returns the tables that are scanned sequentially to read a page of orders. Count queries are excluded because they read all matches. */
async function scannedBy(query: object): Promise<string[]> {
  const { pool } = services.database
  const asked: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  const orm = drizzle({ client: pool, logger })
  const page = await createListOrders({ orm, receipts: createReceiptStore(orm), money: createMoneyStore(orm, shopTime) })(
    OrderQuery.parse(query),
  )
  expect(page.items.length).toBeGreaterThan(0)
  const scanned = []
  for (const { text, values } of asked.filter(({ text }) => !text.startsWith('select count(*)'))) {
    const { rows } = await pool.query(`explain (format json) ${text}`, values)
    scanned.push(...sequentialScans(rows[0]['QUERY PLAN'][0].Plan))
  }
  // A sequential scan of due refunds is fine, because their rows fit on one or two database pages.
  return scanned.filter((table) => table !== 'refunds_due')
}

function sequentialScans(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(sequentialScans)
  return plan['Node Type'] === 'Seq Scan' ? [...below, plan['Relation Name'] ?? ''] : below
}

describe(`a page of ${ORDERS.toLocaleString('en')} orders is read without a sequential scan`, () => {
  test('a page of the latest orders is read without a sequential scan', async () => {
    expect(await scannedBy({})).toEqual([])
    expect(await scannedBy({ cursor: '0.01000000-0000-7000-8000-00000000c350' })).toEqual([])
  })

  test.each([...ORDER_STATES, 'refund_due'])(
    'a page of orders filtered by the state %s is read without a sequential scan',
    async (state) => {
      expect(await scannedBy({ state })).toEqual([])
    },
  )

  test('a page of relevant orders is read without a sequential scan, except of payments, most of which match', async () => {
    expect((await scannedBy({ state: 'relevant' })).filter((table) => table !== 'payment_attempts')).toEqual([])
  })

  test.each(['buyer4711', 'harvest kraal', 'harvst', 'reference-31232', 'gateway-31232', '31232'])(
    'a page of orders matching the search %s is read without a sequential scan',
    async (q) => {
      expect(await scannedBy({ q })).toEqual([])
    },
  )
})

test('the orders of a buyer are found without reading all orders', async () => {
  const { pool } = services.database
  for (const [list, who] of [
    [listObtained, 'buyer4711@example.com'],
    [listHeld, 'client-4711'],
  ] as const) {
    const asked: { text: string; values: unknown[] }[] = []
    const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
    expect(await list(drizzle({ client: pool, logger }), who)).toHaveLength(1)
    const { rows } = await pool.query(`explain (analyze, format json) ${asked[0]?.text}`, asked[0]?.values)
    expect(mostRows(rows[0]['QUERY PLAN'][0].Plan), list.name).toBeLessThan(100)
  }
})

/** Returns the highest number of rows that any node of a query plan produced. */
function mostRows(plan: Plan): number {
  return Math.max(plan['Actual Rows'] ?? 0, ...(plan.Plans ?? []).map(mostRows))
}
