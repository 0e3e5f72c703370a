import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/platform/database/database.ts'
import { openPaynowDouble, type PaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import type { PaynowFaults } from '#tests/support/gateway-doubles/paynow-faults.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'
import { createShopper, type Shopper } from '../support/shopper.ts'

const TIMES = 50
/** Number of payments started for each kind of gateway fault. */
const PER_FAULT = 5
const FAULTS: PaynowFaults['answers'][] = ['html', 'http-error', 'silence', 'error']
const FOUND_WITHIN_MS = 120_000

type Order = { shopper: Shopper; orderId: string; reference: string }

/** Fault scenario: notifications arrive out of order, repeatedly and forged; the gateway itself fails in every way. */
export const gatewayMessages: Scenario = {
  number: 4,
  name: 'gateway messages and failing gateways',
  settings: { TRUST_PROXY: 'true' },
  run: async (product, options) => {
    const double = await openPaynowDouble({ retryMs: 500 })
    try {
      return await sendMessages(product, double, options)
    } finally {
      await double.close()
    }
  },
}

async function sendMessages(product: Product, double: PaynowDouble, { log }: ScenarioOptions): Promise<Figure[]> {
  const { USD: usd } = double.integrations
  await product.stop()
  await product.restart({ PUBLIC_URL: product.url, PAYNOW_URL: double.url, PAYNOW_USD_ID: usd.id, PAYNOW_USD_KEY: usd.key })
  const orders: Order[] = []
  const begin = async () => {
    const shopper = createShopper(product)
    const { orderId } = await shopper.begin(await shopper.choose(product.items.priced), 'paynow')
    orders.push({ shopper, orderId, reference: double.payments.at(-1)?.fields.reference ?? '' })
  }

  for (let payment = 0; payment < TIMES; payment++) await begin()
  Object.assign(double.faults, { duplicate: true, reorder: true })
  for (const { reference } of shuffled(orders)) double.act(reference, 'pay')
  await double.courier.settle()
  log(`${double.courier.log.length} messages of ${TIMES} payments arrived in random order, each twice`)

  const messages = double.courier.log.map(({ body }) => body)
  const answers = {
    replayed: await postAll(product, shuffled([...messages, ...messages])),
    forged: await postAll(product, messages.flatMap(forge)),
  }
  double.heal()

  for (const fault of FAULTS) {
    for (let payment = 0; payment < PER_FAULT; payment++) await begin()
    double.faults.answers = fault
    for (const { reference } of orders.slice(-PER_FAULT)) double.act(reference, 'pay')
    await delay(3000)
    double.heal()
  }
  const seconds = await secondsUntilPaid(orders)
  const books = await readBooks(product)
  return [
    { name: 'payments', value: orders.length },
    { name: 'repeated messages', value: answers.replayed.sent },
    { name: 'forged messages', value: answers.forged.sent },
    { name: 'forged messages accepted', value: answers.forged.taken, atMost: 0 },
    { name: '5xx responses to messages', value: answers.replayed.failed + answers.forged.failed, atMost: 0 },
    { name: 'payments not found', value: await countUnpaid(orders), atMost: 0 },
    { name: 'last payment found after the gateway recovered', value: seconds, unit: 's' },
    { name: 'receipts missing or duplicate', value: Math.abs(books.receipts - orders.length), atMost: 0 },
    { name: 'payments paid more than once', value: books.paidTwice, atMost: 0 },
    { name: 'units sold missing or duplicate', value: Math.abs(books.sold - orders.length), atMost: 0 },
  ]
}

/** Returns forged notifications, derived from an observed notification. */
function forge(message: string): string[] {
  return [
    message.replace(/status=[^&]*/i, 'status=Refunded'),
    message.replace(/amount=[^&]*/i, 'amount=0.01'),
    message.replace(/hash=[^&]*/i, `hash=${'0'.repeat(128)}`),
    message.replace(/&hash=[^&]*/i, ''),
  ]
}

async function postAll({ url }: Product, bodies: string[]) {
  const counts = { sent: 0, taken: 0, failed: 0 }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const response = await fetch(`${url}/api/gateways/paynow/result`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      counts.sent += 1
      counts.taken += Number(response.status < 400)
      counts.failed += Number(response.status >= 500)
    }
  }
  await Promise.all(Array.from({ length: 8 }, send))
  return counts
}

async function secondsUntilPaid(orders: Order[]): Promise<number> {
  const began = performance.now()
  while ((await countUnpaid(orders)) > 0 && performance.now() - began < FOUND_WITHIN_MS) await delay(500)
  return (performance.now() - began) / 1000
}

async function countUnpaid(orders: Order[]): Promise<number> {
  const states = await Promise.all(orders.map(({ shopper, orderId }) => shopper.stateOf(orderId)))
  return states.filter((state) => state !== 'paid').length
}

async function readBooks({ dataDir, items }: Product): Promise<{ receipts: number; paidTwice: number; sold: number }> {
  const database = await openDatabase({ dataDir, poolSize: 2 })
  const { rows } = await database.pool.query(
    `select (select count(*)::int from receipts) as receipts,
       (select count(*)::int from (select attempt_id from attempt_events where to_state = 'paid' and from_state <> 'paid'
         group by attempt_id having count(*) > 1) as twice) as "paidTwice",
       (select units_sold::int from books where id = $1) as sold`,
    [items.priced],
  )
  await database.close()
  return rows[0]
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
