import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/platform/database/database.ts'
import { runApp } from '#tests/support/run-app.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'
import { createShopper } from '../support/shopper.ts'

/** Path of the library of Debian's package libfaketime, which changes the clock of a process. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const JUMPS = ['+1h', '-1h', '+1d', '-1d', '+0']
/** Heap size that is too small for the server to start, in megabytes. */
const TINY_HEAP_MEGABYTES = 24

type Bought = { shopper: ReturnType<typeof createShopper>; orderId: string }

/** Fault scenario: the server's clock jumps during payments; a second instance starts and stops; memory runs out. */
export const clocks: Scenario = {
  number: 11,
  name: 'clock jumps, a second app, no memory',
  settings: { TRUST_PROXY: 'true' },
  run: runClocks,
}

async function runClocks(product: Product, { log }: Pick<ScenarioOptions, 'log'>): Promise<Figure[]> {
  const bought: Bought[] = []
  let jumps = 0
  if (existsSync(FAKETIME)) {
    const clock = join(product.dataDir, 'clock')
    const set = (offset: string) => writeFile(clock, `${offset}\n`)
    await set('+0')
    await product.stop()
    await product.restart({
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    for (const jump of JUMPS) {
      const shopper = createShopper(product)
      const { orderId, reference } = await shopper.begin(await shopper.choose(product.items.priced))
      await set(jump)
      jumps += 1
      await delay(1500)
      // The test gateway accepts `pay` for an open payment and `pay-late` for an expired one. After a clock jump, the payment may be
      // either, so both actions are tried.
      for (const action of ['pay', 'pay-late'])
        await shopper.act(reference, action).catch((error: unknown) => log(`after ${jump}: ${error}`))
      bought.push({ shopper, orderId })
    }
    await product.stop()
    await product.restart()
  } else log('Clock jumps are skipped: they need the package libfaketime.')

  const other = await runApp(product.dataDir, { TRUST_PROXY: 'true' })
  const second = { url: other.url }
  const both = [product, second]
  for (let turn = 0; turn < 10; turn++) bought.push(...(await Promise.all(both.map((app) => buy(app, product.items.priced)))))
  await other.kill()
  // Purchases made at the killed second instance are checked at the first instance.
  second.url = product.url
  for (let turn = 0; turn < 5; turn++) bought.push(await buy(product, product.items.priced))

  await product.stop()
  const refused = await runApp(product.dataDir, {}, undefined, [
    'sh',
    '-c',
    `exec node --max-old-space-size=${TINY_HEAP_MEGABYTES} server/main.ts`,
  ]).then(
    (app) => app.stop().then(() => ''),
    (error: Error) => error.message,
  )
  await product.restart()
  await delay(5000)
  const states = await Promise.all(bought.map(({ shopper, orderId }) => shopper.stateOf(orderId)))
  const { receipts, highest } = await readReceipts(product)
  return [
    { name: 'clock jumps', value: jumps },
    { name: 'purchases', value: bought.length },
    { name: 'purchases lost', value: states.filter((state) => state !== 'paid').length, atMost: 0 },
    { name: 'receipts missing or duplicate', value: Math.abs(receipts - bought.length) + Math.abs(highest - receipts), atMost: 0 },
    { name: 'start without memory and without an error message', value: Number(refused !== '' && !/memory/i.test(refused)), atMost: 0 },
  ]
}

async function buy(app: { url: string }, productId: string): Promise<Bought> {
  const shopper = createShopper(app)
  const { orderId, reference } = await shopper.begin(await shopper.choose(productId))
  await shopper.act(reference, 'pay')
  return { shopper, orderId }
}

async function readReceipts({ dataDir }: Product): Promise<{ receipts: number; highest: number }> {
  const database = await openDatabase({ dataDir, poolSize: 2 })
  const { rows } = await database.pool.query(
    'select count(*)::int as receipts, coalesce(max(abs(number)), 0)::int as highest from receipts',
  )
  await database.close()
  return rows[0]
}
